import { tell } from './output.js'

/** How far a run is: `total` is undefined when nobody knows. */
export type Standing = {
  readonly done: number
  readonly total: number | undefined
  /** What stands beside the bar, as in `1,200 cards, 3 invalid`. */
  readonly words: string
}

const BAR = 24

const REDRAW = 100

/** A bar with the rate and the time that is left, drawn over itself on a terminal. */
export const terminalProgress = (unit: string, standing: () => Standing & { readonly count: number }) => {
  const started = performance.now()
  const draw = (): void => {
    const { done, total, words, count } = standing()
    const seconds = (performance.now() - started) / 1000
    const rate = seconds > 0 ? count / seconds : 0
    const parts = [words, `${Math.round(rate).toLocaleString('en')} ${unit}/s`]
    if (total !== undefined && done > 0) parts.push(`${timeLeft((seconds * (total - done)) / done)} left`)
    const bar = total === undefined || total === 0 ? '' : `${barText(done / total)}  `
    void tell(`\r\x1b[2K${bar}${parts.join('  ')}`)
  }
  const timer = setInterval(draw, REDRAW)
  timer.unref()
  return {
    /** Takes the bar away. */
    end: (): void => {
      clearInterval(timer)
      void tell('\r\x1b[2K')
    },
  }
}

const barText = (share: number): string => {
  const filled = Math.round(BAR * Math.min(1, share))
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${`${Math.floor(100 * Math.min(1, share))}`.padStart(3)}%`
}

const timeLeft = (seconds: number): string => {
  const whole = Math.ceil(Math.max(0, seconds))
  const minutes = Math.floor(whole / 60)
  return `${minutes}:${`${whole % 60}`.padStart(2, '0')}`
}
