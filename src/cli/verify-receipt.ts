import * as z from 'zod/mini'
import { sentMessages } from '../conformance/input.js'
import { check, type SentMessage, type Verdict } from '../receipt/check.js'
import { readAid, readArguments, readTime, required } from './arguments.js'
import { type Command, EXIT, type ExitCode, UsageError } from './command.js'
import { assertReadableStdin, readInput, readObjectInput } from './input.js'
import { print, printJson, rowsText } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol verify-receipt --provider AID --request FILE --deliverable FILE [options] [RECEIPT]

Checks the receipt of a completed task: that the provider signed this request and this result. RECEIPT is a file,
or - for standard input, which is also read when there is none; an empty one means that no receipt came. Receipts
and logs are raw bytes or base64 text.

  --provider AID       who was asked
  --request FILE       the request's bytes, exactly as they were sent
  --deliverable FILE   the conversation record or deliverable, exactly as it was received
  --kel FILE           the provider's log; without it the signature cannot be checked
  --body-kel FILE      the log that came along with the result
  --requester AID      who asked
  --interaction ID     the interaction it was asked in
  --sent FILE          what the requester sent: JSON, [{"body", "attachments"?: [{"name","mime","size","cid"}]}]
  --msg-time TIME      when the message that brought the result says it was sent
  --json               one JSON object: {"verdict","code"?,"detail","receiptCid"?,"unchecked","missing"?}

TIME is unix milliseconds, or a date as in 2026-01-01T00:00:00Z.

Exit code: 0 verified; 1 refused, or the record is not what was sent; 3 unverified, or no receipt came.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      provider: { type: 'string' },
      request: { type: 'string' },
      deliverable: { type: 'string' },
      kel: { type: 'string' },
      'body-kel': { type: 'string' },
      requester: { type: 'string' },
      interaction: { type: 'string' },
      sent: { type: 'string' },
      'msg-time': { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [receipt = '-', ...more] = positionals
    if (more.length > 0) throw new UsageError('verify-receipt takes one receipt')
    const { kel, requester, interaction, sent, 'body-kel': bodyKel, 'msg-time': msgTime } = values
    const providerAid = readAid('provider', required('provider', values.provider))
    const request = required('request', values.request)
    const deliverable = required('deliverable', values.deliverable)
    assertReadableStdin([receipt, request, deliverable, kel, bodyKel, sent])
    const verdict = check({
      receipt: (await readObjectInput(receipt)).bytes,
      kel: kel === undefined ? undefined : (await readObjectInput(kel)).bytes,
      providerAid,
      request: (await readInput(request)).bytes,
      deliverable: (await readInput(deliverable)).bytes,
      ...(bodyKel === undefined ? {} : { bodyKel: (await readObjectInput(bodyKel)).bytes }),
      ...(requester === undefined ? {} : { requesterAid: readAid('requester', requester) }),
      ...(interaction === undefined ? {} : { interactionId: interaction }),
      ...(sent === undefined ? {} : { sent: await readSent(sent) }),
      ...(msgTime === undefined ? {} : { msgTime: readTime('msg-time', msgTime) }),
    })
    await (values.json ? printJson(verdict) : print(verdictText(verdict)))
    return EXITS[verdict.verdict]
  },
}

const EXITS: Readonly<Record<Verdict['verdict'], ExitCode>> = {
  verified: EXIT.valid,
  refused: EXIT.invalid,
  mismatch: EXIT.invalid,
  unverified: EXIT.unchecked,
  unknown: EXIT.unchecked,
}

const readSent = async (path: string): Promise<readonly SentMessage[]> => {
  const { bytes } = await readInput(path)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new UsageError('--sent is no JSON')
  }
  const read = z.safeParse(sentMessages, value)
  if (!read.success) throw new UsageError('--sent is no list of {"body", "attachments"?}')
  return read.data as readonly SentMessage[]
}

const MEANINGS: Readonly<Record<Verdict['verdict'], string>> = {
  verified: 'the provider signed this request and this result',
  refused: 'drop the result',
  mismatch: 'signed, but over something else than was sent',
  unverified: 'it could not be checked, which proves no forgery',
  unknown: 'no receipt came',
}

const verdictText = (verdict: Verdict): string =>
  `${verdict.verdict}: ${MEANINGS[verdict.verdict]}\n${rowsText([
    ['why', 'code' in verdict ? `${verdict.code}: ${verdict.detail}` : verdict.detail],
    ...('receiptCid' in verdict && verdict.receiptCid !== undefined
      ? [['receipt', verdict.receiptCid] as const]
      : []),
    ...('missing' in verdict && verdict.missing > 0
      ? [
          [
            'missing',
            `the record ends ${verdict.missing} sent messages early; they may have crossed`,
          ] as const,
        ]
      : []),
    ...(verdict.unchecked.length > 0 ? [['not compared', verdict.unchecked.join(', ')] as const] : []),
  ])}`
