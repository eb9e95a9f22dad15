/** One line of the doctor's report. */
export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'error'
  text: string
  /** What to do; null where nothing is needed. */
  remedy: string | null
}

export const ok = (check: string, text: string): Finding => ({ check, level: 'ok', text, remedy: null })
export const warning = (check: string, text: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  text,
  remedy,
})
export const failure = (check: string, text: string, remedy: string): Finding => ({
  check,
  level: 'error',
  text,
  remedy,
})
