import ts from 'typescript'
import { type Example, ROOT } from './example.js'

/** The compiler's view of some examples, each a module of its own, and of the library they import. */
export type Program = {
  /** What the compiler refuses in an example, under the options of the project. */
  readonly problemsOf: (example: Example) => readonly string[]
  /** Everything a user can import from the library. */
  readonly exports: () => readonly Export[]
}

/** An export of the library, as in `Card.verify`. */
export type Export = {
  readonly name: string
  readonly kind: 'function' | 'class' | 'constant' | 'type'
  /** The doc comment, without its tags. */
  readonly documentation: string
  /** The text of each `@example`. */
  readonly examples: readonly string[]
}

export const compile = (examples: readonly Example[]): Program => {
  const options = projectOptions()
  const names = new Map(examples.map((example, i) => [example, `${ROOT}test/examples/${i}.example.ts`]))
  const codes = new Map(examples.map((example) => [names.get(example)!, example.code]))
  const entry = `${ROOT}src/index.ts`
  const program = ts.createProgram([entry, ...codes.keys()], options, hostWith(codes, options))
  return {
    problemsOf: (example) => {
      const file = program.getSourceFile(names.get(example)!)!
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ messageText, start = 0 }) => {
          const line = example.line + file.getLineAndCharacterOfPosition(start).line
          return `${example.file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
        },
      )
    },
    exports: () => {
      const checker = program.getTypeChecker()
      return exportsOf(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!, '', checker)
    },
  }
}

const projectOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost({})))
  return options
}

const hostWith = (codes: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    fileExists: (name) => codes.has(name) || host.fileExists(name),
    readFile: (name) => codes.get(name) ?? host.readFile(name),
    getSourceFile: (name, version, ...rest) => {
      const code = codes.get(name)
      return code === undefined
        ? host.getSourceFile(name, version, ...rest)
        : ts.createSourceFile(name, code, version)
    },
  }
}

const exportsOf = (module: ts.Symbol, prefix: string, checker: ts.TypeChecker): readonly Export[] =>
  checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const name = prefix + exported.name
    if (symbol.flags & ts.SymbolFlags.ValueModule) return exportsOf(symbol, `${name}.`, checker)
    const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example')
    return [
      {
        name,
        kind: kindOf(symbol, checker),
        documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
        examples: tags.map(({ text }) => ts.displayPartsToString(text)),
      },
    ]
  })

const kindOf = (symbol: ts.Symbol, checker: ts.TypeChecker): Export['kind'] => {
  if (!(symbol.flags & ts.SymbolFlags.Value)) return 'type'
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'function' : 'constant'
}
