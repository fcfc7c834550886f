import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Starts the installed Chromium without a window: the one that CHROME_BIN names, else one at a usual path. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env.CHROME_BIN || USUAL_PATHS.find(existsSync)
  if (executablePath === undefined) {
    throw new Error(`there is no Chromium: install it, or let CHROME_BIN name it (looked for ${USUAL_PATHS})`)
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox', // which Chromium demands of root
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
