import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INBOX } from '../model.ts'
import type { Series } from './chart.ts'
import { drawChart } from './chart.ts'
import type { Corpus } from './corpus.ts'
import { coverageCurve, decilesOf } from './reliability.ts'
import { online } from './runs.ts'
import { filingsBySituation } from './situations.ts'

/** A point of fewer messages shows chance. */
const MIN_MESSAGES = 10
/** Points of the learning curve, and their distance in messages. */
const CURVE_STEP = 5

/** Draws calibration, precision against coverage, and accuracy against learned messages, over all corpora together. */
export function drawPictures(corpora: readonly Corpus[], folder: string): string[] {
  const { fresh, newFolder, taught } = filingsBySituation(corpora)
  const situations = [
    { name: 'fresh, four folders', filings: fresh },
    { name: 'new folder', filings: newFolder },
    { name: 'taught', filings: taught },
  ]
  const pictures = {
    'reliability.svg': drawChart({
      title: 'Stated confidence and share of right folders',
      xLabel: 'confidence',
      yLabel: 'right',
      hasDiagonal: true,
      series: situations.map(({ name, filings }) => ({
        name,
        points: decilesOf(filings)
          .filter(({ count }) => count >= MIN_MESSAGES)
          .map(({ confidence, right }) => ({ x: confidence, y: right })),
      })),
    }),
    'coverage-precision.svg': drawChart({
      title: 'Precision of the most confident emails',
      xLabel: 'share of all emails',
      yLabel: 'right',
      hasDiagonal: false,
      series: situations.map(({ name, filings }) => ({
        name,
        points: coverageCurve(filings).map(({ coverage, precision }) => ({ x: coverage, y: precision })),
      })),
    }),
    'learning-curve.svg': drawChart({
      title: 'First guess right, by position of the email in the mailbox',
      xLabel: 'emails so far, of all',
      yLabel: 'right',
      hasDiagonal: false,
      series: [learningCurve(corpora)],
    }),
  }
  mkdirSync(folder, { recursive: true })
  return Object.entries(pictures).map(([name, svg]) => {
    const path = join(folder, name)
    writeFileSync(path, svg)
    return path
  })
}

/** Share of right first candidates in consecutive blocks of messages. */
function learningCurve(corpora: readonly Corpus[]): Series {
  const blocks: { count: number; right: number }[] = []
  let longest = 1
  for (const corpus of corpora) {
    longest = Math.max(longest, corpus.messages.filter(({ folder }) => folder !== INBOX).length)
    online(corpus).outcomes.forEach(({ ranked, truth }, i) => {
      const block = (blocks[Math.floor(i / CURVE_STEP)] ??= { count: 0, right: 0 })
      block.count++
      if (ranked[0] === truth) block.right++
    })
  }
  const points = blocks.flatMap(({ count, right }, i) =>
    count < MIN_MESSAGES ? [] : [{ x: Math.min(1, ((i + 1) * CURVE_STEP) / longest), y: right / count }],
  )
  return { name: 'learned one by one', points }
}
