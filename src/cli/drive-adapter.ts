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

/** How often an adapter that crashes or hangs is started again. */
const MAX_RESTARTS = 100

/** What is kept of a line that is shown. */
const SHOWN = 200

/**
 * Runs vectors against an adapter, a bounded number in flight. An adapter that crashes or hangs is started again, and the
 * requests it had are sent one by one, so that the blame falls on the one that did it.
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
    const { stop, unanswered, unsent } = sitting
    if (areSuspects) suspects = unsent
    else waiting = unsent
    if (stop !== undefined) {
      const [blamed] = unanswered
      if (unanswered.length > 1) {
        suspects = unanswered
        const ids = unanswered.map(({ id }) => id).join(', ')
        unblamed = { kind: stop.kind, detail: `${stop.detail}; at hand were ${ids}, and none did it alone` }
      } else if (blamed === undefined) faults.push(stop)
      else {
        settle({ status: 'failed', vector: blamed, kind: stop.kind, detail: stop.detail })
        unblamed = undefined
      }
    }
    if (suspects.length === 0 && unblamed !== undefined) {
      faults.push(unblamed)
      unblamed = undefined
    }
    const why = reasonToGiveUp(sitting, starts, hasAnswered(outcomes))
    if (why === undefined) continue
    faults.push({ kind: 'gave-up', detail: why })
    for (const vector of [...suspects, ...waiting]) {
      settle({ status: 'failed', vector, kind: 'not-run', detail: 'the run was given up before' })
    }
    break
  }
  return { outcomes: vectors.map(({ id }) => outcomes.get(id)!), faults }
}

const hasAnswered = (outcomes: ReadonlyMap<string, Outcome>): boolean =>
  [...outcomes.values()].some(
    (outcome) => outcome.status !== 'failed' || (outcome.kind !== 'crash' && outcome.kind !== 'hang'),
  )

const reasonToGiveUp = (
  { stop, isFlooding }: Sitting,
  starts: number,
  everAnswered: boolean,
): string | undefined => {
  if (isFlooding) return `the adapter writes what answers nothing, more than ${MAX_STRAY_LINES} lines of it`
  if (stop === undefined) return undefined
  if (!everAnswered && starts >= MAX_SILENT_STARTS) {
    return `the adapter was started ${starts} times and never answered`
  }
  return starts >= MAX_RESTARTS ? `the adapter was started ${starts} times` : undefined
}

/** What came of one start of the adapter. */
type Sitting = {
  /** Why it stopped before everything was answered. */
  readonly stop: (AdapterFault & { readonly kind: 'crash' | 'hang' }) | undefined
  readonly unanswered: readonly Vector[]
  readonly unsent: readonly Vector[]
  readonly isFlooding: boolean
}

type SittingOptions = Drive & {
  readonly isAnswered: (id: string) => boolean
  readonly settle: (outcome: Outcome) => void
  readonly faults: AdapterFault[]
}

const runSitting = (
  vectors: readonly Vector[],
  { start, inFlight, timeout, isAnswered, settle, faults }: SittingOptions,
): Promise<Sitting> =>
  new Promise((resolve, reject) => {
    /** Requests without an answer, in the order in which they were sent. */
    const atHand = new Map<string, Vector>()
    let sent = 0
    let strayLines = 0
    let isClosed = false
    let isHanging = false
    let isFlooding = false
    let timer: NodeJS.Timeout | undefined

    const fault = (kind: AdapterFault['kind'], detail: string): void => {
      strayLines += 1
      if (strayLines > MAX_STRAY_LINES) {
        isFlooding = true
        adapter.kill()
      } else faults.push({ kind, detail })
    }

    const readLine = (line: string): void => {
      if (isHanging || isFlooding) return
      const shown = JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)
      if (isClosed) {
        fault(
          'output-after-close',
          `a line after everything was answered and standard input closed: ${shown}`,
        )
        return
      }
      const read = readAnswerLine(line)
      if (read.kind === 'broken-line' || read.kind === 'no-request') {
        fault('broken-line', `${read.detail}: ${shown}`)
        return
      }
      const vector = atHand.get(read.id)
      if (vector === undefined) {
        if (isAnswered(read.id)) fault('repeated-id', `a second answer to ${JSON.stringify(read.id)}`)
        else fault('unknown-id', `an answer to what was not asked: ${shown}`)
        return
      }
      atHand.delete(read.id)
      settle(
        read.kind === 'answer'
          ? judgeAnswer(vector, read.answer)
          : { status: 'failed', vector, kind: 'broken-answer', detail: read.detail, received: line },
      )
      proceed()
    }

    /** Sends what may be sent, or closes when everything is answered; in any case the adapter has its time again. */
    const proceed = (): void => {
      clearTimeout(timer)
      while (sent < vectors.length && atHand.size < inFlight) {
        const vector = vectors[sent]!
        const { id, op, input } = vector
        sent += 1
        atHand.set(id, vector)
        adapter.send(JSON.stringify({ id, op, input }))
      }
      if (atHand.size === 0) {
        isClosed = true
        adapter.close()
      }
      timer = setTimeout(() => {
        isHanging = true
        adapter.kill()
      }, timeout)
    }

    const end = ({ isClean, detail, wasStarted }: AdapterEnd): void => {
      clearTimeout(timer)
      if (!wasStarted) {
        reject(new UncheckedError(detail))
        return
      }
      const seconds = `${timeout / 1000} s`
      if (isClosed && isHanging) {
        faults.push({
          kind: 'no-end',
          detail: `the adapter did not end within ${seconds} of the end of its input`,
        })
      } else if (isClosed && !isClean && !isFlooding) {
        faults.push({ kind: 'crash', detail: `after the end of its input, ${detail}` })
      }
      resolve({
        stop:
          isClosed || isFlooding
            ? undefined
            : isHanging
              ? { kind: 'hang', detail: `no answer within ${seconds}` }
              : { kind: 'crash', detail },
        // What a flooding adapter has at hand will not be asked again.
        unanswered: isFlooding ? [] : [...atHand.values()],
        unsent: isFlooding ? [...atHand.values(), ...vectors.slice(sent)] : vectors.slice(sent),
        isFlooding,
      })
    }

    const adapter = start({
      onLine: readLine,
      onEndlessLine: () => {
        strayLines = MAX_STRAY_LINES
        fault('broken-line', 'a line without an end')
      },
      onEnd: end,
    })
    proceed()
  })
