import { removeInvisible } from '../../contract/clean-text.ts'
import type { DemoMail } from './mail-files.ts'

export interface Outcome {
  message_id: string
  subject: string | null
  status: string
  reason: string | null
  explanation: string | null
  classification_confidence: number | null
  asked_model: boolean
  display_name: string | null
}

/** Prints one line per message and a line of totals. @returns the number of lost, duplicate or unexplained messages */
export function printTable(
  outcomes: Outcome[],
  expected: Map<string, DemoMail>,
  times: { learnSeconds: number; sortSeconds: number },
): number {
  const width = Math.max(...outcomes.map((outcome) => destinationOf(outcome).length), 6)
  for (const outcome of outcomes) {
    const sure =
      outcome.classification_confidence === null
        ? '   –'
        : `${Math.round(outcome.classification_confidence * 100)} %`.padStart(5)
    process.stdout.write(
      `${fit(outcome.subject || '(no subject)', 44)}  ${fit(destinationOf(outcome), Math.min(width, 32))}  ${sure}  ` +
        `${stripControlCharacters(outcome.explanation ?? outcome.reason ?? '')}\n`,
    )
  }
  const counts = Map.groupBy(outcomes, (outcome) => outcome.status)
  const count = (status: string): number => counts.get(status)?.length ?? 0
  const unexplained = outcomes.filter((outcome) => outcome.reason === null)
  const seen = new Set(outcomes.map((outcome) => outcome.message_id))
  const lost = [...expected.keys()].filter((id) => !seen.has(id))
  const duplicates = outcomes.length - seen.size
  const foreign = outcomes.filter((outcome) => !expected.has(outcome.message_id)).length

  const parts = [
    `${expected.size} emails`,
    `${count('processed')} sorted`,
    `${count('left')} left in the inbox`,
    `${count('limit_reached')} over the limit`,
    `${count('failed')} failed`,
    `${lost.length} lost`,
    `${duplicates + foreign} duplicate`,
    `${unexplained.length} without a reason`,
    ...rightShare(outcomes, expected),
    `learned in ${times.learnSeconds.toFixed(1)} s, sorted in ${times.sortSeconds.toFixed(1)} s`,
  ]
  process.stdout.write(`\n${parts.join(' · ')}\n`)
  return lost.length + duplicates + foreign + unexplained.length
}

/** How many emails were decided without the language model, and what the questions about the others cost. */
export function printModelShare(outcomes: Outcome[], { calls, tokens }: { calls: number; tokens: number }): void {
  const asked = outcomes.filter((outcome) => outcome.asked_model).length
  const share = 1 - asked / outcomes.length
  const perThousand = (count: number): number => Math.round((1000 * count) / outcomes.length)
  process.stdout.write(
    `${outcomes.length - asked} of ${outcomes.length} decided without the language model ` +
      `(${Math.round(100 * share)} %) · for 1,000 emails ${perThousand(calls)} calls ` +
      `and ${perThousand(tokens)} tokens\n`,
  )
}

/** The share of sorted messages that went to the folder their owner had chosen, where that folder is known. */
function rightShare(outcomes: Outcome[], expected: Map<string, DemoMail>): string[] {
  const judged = outcomes.filter(
    (outcome) => outcome.status === 'processed' && expected.get(outcome.message_id)?.folder,
  )
  if (judged.length === 0) return []
  const right = judged.filter((outcome) => outcome.display_name === expected.get(outcome.message_id)?.folder).length
  return [
    `${right} of ${judged.length} sorted into their owner's folder (${Math.round((right / judged.length) * 100)} %)`,
  ]
}

const destinationOf = (outcome: Outcome): string =>
  outcome.status === 'processed' ? (outcome.display_name ?? '?') : `Inbox (${outcome.reason ?? outcome.status})`

/** Subjects are untrusted text: control characters must not reach the terminal. */
const stripControlCharacters = (text: string): string => removeInvisible(text.replace(/\p{Cc}/gu, ' '))

function fit(text: string, width: number): string {
  const line = stripControlCharacters(text)
  return line.length > width ? `${line.slice(0, width - 1)}…` : line.padEnd(width)
}
