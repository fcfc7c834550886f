import { readAnswerLine } from '../conformance/answer-line.js'
import { judgeAnswer, type Outcome } from '../conformance/outcome.js'
import type { AdapterFault, ConformanceReport } from '../conformance/report.js'
import type { Vector } from '../conformance/vector.js'
import type { AdapterEnd, AdapterEvents, AdapterProcess } from './adapter-process.js'
import { UncheckedError } from './command.js'

/** How an adapter is driven. */
export type Drive = {
  readonly start: (events: AdapterEvents) => AdapterProcess
  /** The most requests at the adapter at a time. */
  readonly inFlight: number
  /** How long the adapter may answer nothing while it has a request, milliseconds. */
  readonly timeout: number
  readonly onOutcome: (outcome: Outcome) => void
}

/** The most lines that answer nothing before the run is given up. */
const MAX_STRAY_LINES = 100

/** How often an adapter that never answered anything is started. */
const MAX_SILENT_STARTS = 3

/** How often an adapter that crashes, hangs or closes its input is started again. */
const MAX_RESTARTS = 100

/** How long an adapter whose input is closed may take to end, so that a crash is told as one, milliseconds. */
const INPUT_GRACE = 1_000

/** What is kept of a line that is shown. */
const SHOWN = 200

/**
 * Runs vectors against an adapter, a bounded number in flight. An adapter that crashes, hangs or closes its input is started
 * again, and the requests it had are sent one by one, so that the blame falls on the one that did it.
 */
export const driveAdapter = async (vectors: readonly Vector[], drive: Drive): Promise<ConformanceReport> => {
  const outcomes = new Map<string, Outcome>()
  const faults: AdapterFault[] = []
  const settle = (outcome: Outcome): void => {
    outcomes.set(outcome.vector.id, outcome)
    drive.onOutcome(outcome)
  }
  let waiting = vectors
  let suspects: readonly Vector[] = []
  /** Of the end that made suspects of several vectors, until one of them is to blame. */
  let unblamed: AdapterFault | undefined
  for (let starts = 1; waiting.length + suspects.length > 0; starts++) {
    const areSuspects = suspects.length > 0
    const sitting = await runSitting(areSuspects ? suspects : waiting, {
      ...drive,
      inFlight: areSuspects ? 1 : drive.inFlight,
      isAnswered: (id) => outcomes.has(id),
      settle,
      faults,
    })
    const { stop, unanswered, unsent, isAlone, end } = sitting
    if (starts === 1 && !end.wasStarted) {
      throw new UncheckedError(`the adapter could not be started: ${end.detail}`)
    }
    if (areSuspects) suspects = unsent
    else waiting = unsent
    if (stop !== undefined) {
      const [blamed] = unanswered
      if (blamed === undefined) faults.push(stop)
      else if (unanswered.length > 1 || (stop.kind === 'input-closed' && !isAlone)) {
        suspects = [...unanswered, ...suspects]
        const ids = unanswered.map(({ id }) => id).join(', ')
        unblamed = { kind: stop.kind, detail: `${stop.detail}; at hand were ${ids}` }
      } else {
        settle({ status: 'failed', vector: blamed, kind: stop.kind, detail: stop.detail })
        unblamed = undefined
      }
    }
    if (suspects.length === 0 && unblamed !== undefined) {
      faults.push({ ...unblamed, detail: `${unblamed.detail}, and none did it alone` })
      unblamed = undefined
    }
    const why = reasonToGiveUp(sitting, starts, hasAnswered(outcomes))
    if (why === undefined) continue
    if (unblamed !== undefined) faults.push(unblamed)
    faults.push({ kind: 'gave-up', detail: why })
    for (const vector of [...suspects, ...waiting]) {
      settle({ status: 'failed', vector, kind: 'not-run', detail: 'the run was given up before' })
    }
    break
  }
  return { outcomes: vectors.map(({ id }) => outcomes.get(id)!), faults }
}

/** The failures of requests that were not answered. */
const SILENT: ReadonlySet<string> = new Set<StopKind>(['crash', 'hang', 'input-closed'])

const hasAnswered = (outcomes: ReadonlyMap<string, Outcome>): boolean =>
  [...outcomes.values()].some((outcome) => outcome.status !== 'failed' || !SILENT.has(outcome.kind))

const reasonToGiveUp = (
  { stop, givenUp, end }: Sitting,
  starts: number,
  everAnswered: boolean,
): string | undefined => {
  if (!end.wasStarted) return `the adapter could not be started again: ${end.detail}`
  if (givenUp !== undefined) return givenUp
  if (stop === undefined) return undefined
  if (!everAnswered && starts >= MAX_SILENT_STARTS) {
    return `the adapter was started ${starts} times and never answered`
  }
  return starts >= MAX_RESTARTS ? `the adapter was started ${starts} times` : undefined
}

type StopKind = 'crash' | 'hang' | 'input-closed'

/** What came of one start of the adapter. */
type Sitting = {
  /** Why it stopped before everything was answered. */
  readonly stop: (AdapterFault & { readonly kind: StopKind }) | undefined
  readonly unanswered: readonly Vector[]
  readonly unsent: readonly Vector[]
  /** Nothing else was sent than one request. */
  readonly isAlone: boolean
  /** Why the adapter shall not be started again. */
  readonly givenUp: string | undefined
  readonly end: AdapterEnd
}

type SittingOptions = Drive & {
  readonly isAnswered: (id: string) => boolean
  readonly settle: (outcome: Outcome) => void
  readonly faults: AdapterFault[]
}

const STRAY_LINES: ReadonlySet<AdapterFault['kind']> = new Set([
  'broken-line',
  'unknown-id',
  'repeated-id',
  'output-after-close',
] as const)

const runSitting = (
  vectors: readonly Vector[],
  { start, inFlight, timeout, isAnswered, settle, faults }: SittingOptions,
): Promise<Sitting> =>
  new Promise((resolve) => {
    /** Requests without an answer, in the order in which they were sent. */
    const atHand = new Map<string, Vector>()
    let sent = 0
    let isClosed = false
    let isHanging = false
    let isInputClosed = false
    /** Its input is closed, and it goes on. */
    let isDeaf = false
    let givenUp: string | undefined
    let timer: NodeJS.Timeout | undefined
    let deafTimer: NodeJS.Timeout | undefined
    let turn: NodeJS.Immediate | undefined

    const isDone = (): boolean => sent === vectors.length && atHand.size === 0

    const giveUp = (why: string): void => {
      givenUp = why
      adapter.kill()
    }

    const fault = (kind: AdapterFault['kind'], detail: string): void => {
      if (faults.filter((one) => STRAY_LINES.has(one.kind)).length < MAX_STRAY_LINES) {
        faults.push({ kind, detail })
      } else giveUp(`the adapter writes what answers nothing, more than ${MAX_STRAY_LINES} lines of it`)
    }

    const isOver = (): boolean => isHanging || isDeaf || givenUp !== undefined

    const readLine = (line: string): void => {
      if (isOver()) return
      if (isClosed) {
        fault(
          'output-after-close',
          `a line after everything was answered and standard input closed: ${shown(line)}`,
        )
        return
      }
      const read = readAnswerLine(line)
      if (read.kind === 'broken-line' || read.kind === 'no-request') {
        fault('broken-line', `${read.detail}: ${shown(line)}`)
        return
      }
      const vector = atHand.get(read.id)
      if (vector === undefined) {
        if (isAnswered(read.id)) fault('repeated-id', `a second answer to ${shown(read.id)}`)
        else fault('unknown-id', `an answer to what was not asked: ${shown(line)}`)
        return
      }
      atHand.delete(read.id)
      settle(
        read.kind === 'answer'
          ? judgeAnswer(vector, read.answer)
          : { status: 'failed', vector, kind: 'broken-answer', detail: read.detail, received: line },
      )
      // Not at once: a line that can be read already is no answer to what is sent only now.
      turn ??= setImmediate(proceed)
    }

    /** Sends what may be sent, or closes when everything is answered; in any case the adapter has its time again. */
    const proceed = (): void => {
      turn = undefined
      if (isOver()) return
      clearTimeout(timer)
      while (!isInputClosed && sent < vectors.length && atHand.size < inFlight) {
        const vector = vectors[sent]!
        const { id, op, input } = vector
        sent += 1
        atHand.set(id, vector)
        adapter.send(JSON.stringify({ id, op, input }))
      }
      if (isDone()) {
        isClosed = true
        adapter.close()
      }
      timer = setTimeout(() => {
        // What it wrote before it ended is still read.
        if (!adapter.isRunning()) return
        isHanging = true
        adapter.kill()
      }, timeout)
    }

    const closeInput = (): void => {
      isInputClosed = true
      deafTimer ??= setTimeout(() => {
        if (!adapter.isRunning() || isOver()) return
        isDeaf = true
        adapter.kill()
      }, INPUT_GRACE)
    }

    /** Why it ended before everything was answered. */
    const stopOf = ({ isClean, detail }: AdapterEnd): Sitting['stop'] => {
      if (isHanging) return { kind: 'hang', detail: `no answer within ${timeout / 1000} s` }
      // Who ends well and owes no answer has closed its input, whether that was seen or not.
      return isDeaf || (isClean && (isInputClosed || atHand.size === 0))
        ? { kind: 'input-closed', detail: INPUT_CLOSED }
        : { kind: 'crash', detail }
    }

    /** What is wrong with the end of an adapter that answered everything. */
    const faultOf = ({ isClean, detail }: AdapterEnd): AdapterFault | undefined => {
      if (isHanging) {
        const seconds = `${timeout / 1000} s`
        return {
          kind: 'no-end',
          detail: `the adapter did not end within ${seconds} of the end of its input`,
        }
      }
      if (isDeaf || (isClean && isInputClosed)) return { kind: 'input-closed', detail: INPUT_CLOSED }
      return isClean ? undefined : { kind: 'crash', detail: `after the end of its input, ${detail}` }
    }

    const finish = (end: AdapterEnd): void => {
      clearTimeout(timer)
      clearTimeout(deafTimer)
      clearImmediate(turn)
      // What is at hand will not be asked again.
      const isLast = givenUp !== undefined || !end.wasStarted
      const lastFault = isLast || !isDone() ? undefined : faultOf(end)
      if (lastFault !== undefined) faults.push(lastFault)
      const unsent = vectors.slice(sent)
      resolve({
        stop: isLast || isDone() ? undefined : stopOf(end),
        unanswered: isLast ? [] : [...atHand.values()],
        unsent: isLast ? [...atHand.values(), ...unsent] : unsent,
        isAlone: sent === 1,
        givenUp,
        end,
      })
    }

    const adapter = start({
      onLine: readLine,
      onBrokenLine: (text, why) => {
        if (!isOver()) fault('broken-line', `${why}: ${shown(text)}`)
      },
      onEndlessLine: () => {
        if (isOver()) return
        faults.push({ kind: 'broken-line', detail: 'a line without an end' })
        giveUp('the adapter writes a line without an end')
      },
      onInputClosed: closeInput,
      onEnd: finish,
    })
    proceed()
  })

const INPUT_CLOSED = 'the adapter closed its standard input before it had read all requests'

/** The beginning of a line. */
const shown = (line: string): string =>
  JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)
