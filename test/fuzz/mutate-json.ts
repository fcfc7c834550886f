import { Buffer } from 'node:buffer'
import { byteMutators, type Mutator } from './mutate-bytes.js'
import type { Random } from './random.js'

// biome-ignore lint/suspicious/noExplicitAny: trees of parsed JSON, changed in place
type Tree = any

/** A change of a parsed JSON text in place; what it returns, if anything, is the text's rewriting. */
type Change = (tree: Tree, random: Random, other: Tree) => ((text: string) => string) | undefined

/** Every array and object of a tree. */
const containers = (tree: Tree): Tree[] =>
  typeof tree === 'object' && tree !== null ? [tree, ...Object.values(tree).flatMap(containers)] : []

const anyContainer = (tree: Tree, random: Random): Tree => random.pick(containers(tree))

const anyName = (container: Tree, random: Random): string | undefined => {
  const names = Object.keys(container)
  return names.length === 0 ? undefined : random.pick(names)
}

const ATOMS: readonly Tree[] = [
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  '',
  'a',
  '0',
  '007',
  [],
  {},
  [null],
  { '': '' },
]

const changeMember =
  (change: (container: Tree, name: string, random: Random) => void): Change =>
  (tree, random) => {
    const container = anyContainer(tree, random)
    const name = anyName(container, random)
    if (name !== undefined) change(container, name, random)
    return undefined
  }

/** Spellings that look like a name or fold to it. */
const caseTrick = (name: string, random: Random): string =>
  random.pick([
    name.toUpperCase(),
    name.replace('s', 'ſ'),
    name.replace('k', '\u212a'),
    name.replace('i', 'ı'),
    `${name} `,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ])

const MARK = '\u0001twin'

const CHANGES: Readonly<Record<string, Change>> = {
  replace: changeMember((container, name, random) => {
    container[name] = random.pick(ATOMS)
  }),
  remove: changeMember((container, name) => {
    if (Array.isArray(container)) container.splice(Number(name), 1)
    else delete container[name]
  }),
  copyWithin: changeMember((container, name, random) => {
    container[random.pick(Object.keys(container))] = container[name]
  }),
  nest: changeMember((container, name, random) => {
    const depth = random.pick([1, 3, 124, 126, 128, 200])
    for (let i = 0; i < depth; i++) container[name] = i % 2 === 0 ? [container[name]] : { a: container[name] }
  }),
  repeatElement: changeMember((container, name, random) => {
    if (!Array.isArray(container)) return
    container.push(...Array(random.pick([1, 1, 8, 17, 257])).fill(container[Number(name)]))
  }),
  addUnset: (tree, random) => {
    const container = anyContainer(tree, random)
    const names = [
      'iconUrl',
      'tenant',
      'examples',
      'required',
      'provider',
      'description',
      'securitySchemes',
      'x',
      '__proto__',
    ]
    if (Array.isArray(container)) container.push(random.pick(ATOMS))
    else
      Object.defineProperty(container, random.pick(names), {
        value: random.pick(ATOMS),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    return undefined
  },
  twinByCase: changeMember((container, name, random) => {
    if (!Array.isArray(container))
      container[caseTrick(name, random)] = random.pick([container[name], ...ATOMS])
  }),
  rename: changeMember((container, name, random) => {
    if (Array.isArray(container)) return
    const value = container[name]
    delete container[name]
    container[caseTrick(name, random)] = value
  }),
  twin: (tree, random) => {
    const container = anyContainer(tree, random)
    const name = anyName(container, random)
    if (name === undefined || Array.isArray(container)) return undefined
    container[MARK] = random.pick([container[name], ...ATOMS])
    return (text) => text.replace(JSON.stringify(MARK), () => JSON.stringify(name))
  },
  reorder: (tree, random) => {
    const container = anyContainer(tree, random)
    if (Array.isArray(container)) container.reverse()
    else {
      for (const [name, value] of Object.entries(container).reverse()) {
        delete container[name]
        container[name] = value
      }
    }
    return (text) => (random.below(2) === 0 ? text : JSON.stringify(JSON.parse(text), undefined, 1))
  },
  escape: (_, random) => (text) => {
    const at = random.below(text.length)
    const code = text.charCodeAt(at).toString(16).padStart(4, '0')
    return /[A-Za-z:/.]/.test(text[at]!) ? `${text.slice(0, at)}\\u${code}${text.slice(at + 1)}` : text
  },
  otherMember: (tree, random, other) => {
    const name = anyName(other, random)
    if (name !== undefined) tree[name] = other[name]
    return undefined
  },
  swapSignatures: (tree, random, other) => {
    const [own, foreign] = [tree.signatures, other.signatures]
    if (!Array.isArray(own) || !Array.isArray(foreign)) return undefined
    const entries = [...own, ...foreign].filter((entry) => Object.keys(entry ?? '').length > 0)
    if (entries.length === 0) return undefined
    const entry = { ...random.pick(entries) }
    const [name, value] = random.pick(Object.entries<Tree>(random.pick(entries)))
    tree.signatures = random.pick<Tree>([
      foreign,
      [...own, ...foreign],
      [...foreign, ...own],
      [{ ...entry, [name]: value }],
      own.toReversed(),
      Array(random.pick([2, 8, 9])).fill(entry),
    ])
    return undefined
  },
  changeHeader: (tree, random) => {
    const entry = tree.signatures?.[0]
    if (typeof entry?.protected !== 'string') return undefined
    try {
      const header = JSON.parse(Buffer.from(entry.protected, 'base64url').toString())
      header[random.pick(['alg', 'kid', 'jku', 'typ', 'crit', 'x'])] = random.pick([
        ...ATOMS,
        'EdDSA',
        'none',
      ])
      entry.protected = Buffer.from(JSON.stringify(header)).toString('base64url')
    } catch {
      entry.protected = 'e30'
    }
    return undefined
  },
}

const asMutator =
  (change: Change): Mutator =>
  (bytes, random, other) => {
    let tree: Tree
    try {
      tree = JSON.parse(Buffer.from(bytes).toString())
    } catch {
      return bytes
    }
    if (typeof tree !== 'object' || tree === null) return bytes
    const rewrite = change(tree, random, JSON.parse(Buffer.from(other).toString()))
    const text = JSON.stringify(tree)
    return Uint8Array.from(Buffer.from(rewrite?.(text) ?? text))
  }

/** Mutations of JSON texts, by their bytes and by their structure. */
export const jsonMutators: readonly Mutator[] = [
  ...Object.values(byteMutators([...Buffer.from('{}[]":,\\u0 \n-+.eE19tfn')])),
  ...Object.values(CHANGES).map(asMutator),
]
