#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { type Command, EXIT, type ExitCode, UncheckedError, UsageError } from './command.js'
import { print, printable, tell } from './output.js'

type Entry = {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  'verify-card': { summary: 'verify agent cards', load: () => import('./verify-card.js') },
  'verify-cards': {
    summary: 'verify many agent cards, one a line, as a filter',
    load: () => import('./verify-cards.js'),
  },
  'verify-receipt': {
    summary: 'check the receipt of a completed task',
    load: () => import('./verify-receipt.js'),
  },
  'replay-kel': { summary: 'replay key event logs', load: () => import('./replay-kel.js') },
  'verify-chain': {
    summary: 'check an exported chain of evidence',
    load: () => import('./verify-chain.js'),
  },
  inspect: { summary: 'say what is in a file, without judging it', load: () => import('./inspect.js') },
  conformance: {
    summary: 'run the conformance vectors against an adapter',
    load: () => import('./conformance.js'),
  },
  adapter: {
    summary: 'answer the conformance vectors as this library does',
    load: () => import('./adapter.js'),
  },
}

const USAGE = `usage: anet-protocol COMMAND [arguments]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(15)} ${summary}\n`)
  .join('')}
anet-protocol COMMAND --help says more, anet-protocol --version which version this is. Exit codes: 0 valid, 1 invalid, 2 wrong usage, 3 could not be checked.
`

const main = async ([name, ...args]: readonly string[]): Promise<ExitCode> => {
  if (name === '--help' || name === '-h' || name === 'help') {
    await print(USAGE)
    return EXIT.valid
  }
  if (name === '--version') {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    await print(`${version}\n`)
    return EXIT.valid
  }
  const entry = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry === undefined) {
    await tell(
      name === undefined ? USAGE : `anet-protocol: there is no command ${printable(name)}\n\n${USAGE}`,
    )
    return EXIT.usage
  }
  const { command } = await entry.load()
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.includes('--help') || own.includes('-h')) {
    await print(command.usage)
    return EXIT.valid
  }
  return command.run(args)
}

/** How a command ends that could not do its work. */
const endingOf = async (error: unknown, name = ''): Promise<ExitCode> => {
  if (error instanceof UsageError) {
    await tell(
      `anet-protocol ${name}: ${printable(error.message)}\nanet-protocol ${name} --help says how it is used\n`,
    )
    return EXIT.usage
  }
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return EXIT.closed
  const isExpected = error instanceof UncheckedError || (error instanceof Error && 'errno' in error)
  await tell(isExpected ? `anet-protocol ${name}: ${printable(message)}\n` : `${stack}\n`)
  return EXIT.unchecked
}

// A failed write is reported to who wrote; without a listener the event would end the process with a stack trace.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const args = process.argv.slice(2)
process.exitCode = await main(args).catch((error: unknown) => endingOf(error, args[0]))
