import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleForBrowser } from '../../bench/bundle.js'
import { answer } from '../../src/conformance/ops.js'
import { readVectors } from '../../src/conformance/vector.js'
import { readVectorFile, vectorFiles } from '../vector-files.js'
import { launchChromium } from './chromium.js'

/** Every vector in a real browser, on the portable backend, and what it answers against what Node answers. */

type BrowserGlobals = { readonly answer: typeof answer; readonly process: unknown; readonly Buffer: unknown }

const PAGE = '<!doctype html><title>anet-protocol</title><script type="module" src="/bundle.js"></script>'
const PROGRAM = `
  import { answer } from 'anet-protocol/conformance'
  globalThis.answer = answer
`

let server: Server
let browser: Browser
let page: Page

beforeAll(async () => {
  const bundle = await bundleForBrowser(PROGRAM)
  server = createServer(({ url }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(PAGE)
    else if (url === '/bundle.js') response.setHeader('content-type', 'text/javascript').end(bundle)
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await launchChromium()
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'answer' in globalThis)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
})

it('runs where nothing is of Node', async () => {
  const found = await page.evaluate(() => {
    const { process, Buffer } = globalThis as unknown as BrowserGlobals
    return [typeof process, typeof Buffer, navigator.userAgent]
  })
  expect(found).toEqual(['undefined', 'undefined', expect.stringContaining('Chrome')])
})

describe.each(vectorFiles)('%s', (path) => {
  const vectors = readVectors(readVectorFile(path))
  let given: readonly string[]

  beforeAll(async () => {
    // As text: what carries objects into the page would set a member called __proto__ as the prototype.
    const asked = JSON.stringify(vectors.map(({ op, input }) => ({ op, input })))
    given = await page.evaluate((text) => {
      const { answer } = globalThis as unknown as BrowserGlobals
      const operations: { op: string; input: unknown }[] = JSON.parse(text)
      return operations.map(({ op, input }) => JSON.stringify(answer(op, input)))
    }, asked)
  })

  it.each(vectors.map((vector, i) => [vector.id, vector, i] as const))('%s', (_, { op, input }, i) => {
    expect(JSON.parse(given[i]!)).toEqual(JSON.parse(JSON.stringify(answer(op, input))))
  })
})
