/** What a command ends with; `closed` is 128 + SIGPIPE. */
export const EXIT = { valid: 0, invalid: 1, usage: 2, unchecked: 3, closed: 141 } as const

/** A value of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A command of the command line: what `--help` prints, and what it does with its arguments. */
export type Command = {
  readonly usage: string
  readonly run: (args: readonly string[]) => Promise<ExitCode>
}

/** The arguments are not what the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Something that the command needs cannot be had, so nothing was judged. */
export class UncheckedError extends Error {
  override readonly name = 'UncheckedError'
}

/** The exit code of several verdicts: one invalid makes all invalid, else one unchecked all unchecked. */
export const worstOf = (codes: Iterable<ExitCode>): ExitCode => {
  const all = new Set(codes)
  return [EXIT.invalid, EXIT.unchecked].find((code) => all.has(code)) ?? EXIT.valid
}
