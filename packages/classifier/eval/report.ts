import { type AttackReport, KNOWLEDGE } from './attacks.ts'
import type { ByExamplesReport } from './by-examples.ts'
import type { ConfirmReport } from './confirm.ts'
import type { Corpus } from './corpus.ts'
import type { FewFoldersReport } from './few-folders.ts'
import type { NewFolderReport } from './new-folder.ts'
import { batch, coldStart, online, splitOf } from './runs.ts'
import { accuracy, accuracyAt, autoShare, calibrationError, macroF1, topShare } from './scores.ts'
import type { YoungMailboxReport } from './young-mailbox.ts'

const SHOTS = ['0', '1', '5', '20'] as const
/** The first predictions of a new mailbox are excluded from calibration figures. */
const WARM_UP = 100

interface SetReport {
  file: string
  n: number
  accuracy: number | null
  macroF1: number | null
  top3: number | null
  ece: number | null
  accuracyAt80: number | null
  online: { accuracy: number | null; macroF1: number | null }
  coldStart: Record<(typeof SHOTS)[number], number | null>
  microsPerMail: number
  stateBytes: number
}

/** Online figures that are in the table but not in the JSON line. */
interface OnlineDetail {
  top3: number | null
  ece: number | null
  accuracyAt80: number | null
  auto95: number | null
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}

export function reportOn(corpus: Corpus): { set: SetReport; detail: OnlineDetail } {
  const live = online(corpus)
  const late = live.outcomes.slice(WARM_UP)
  const split = splitOf(corpus)
  const frozen = batch(split)
  const cold = (shots: number) => rounded(coldStart(split, shots))
  const set = {
    file: corpus.file,
    n: corpus.messages.length,
    accuracy: rounded(accuracy(frozen)),
    macroF1: rounded(macroF1(frozen)),
    top3: rounded(topShare(frozen, 3)),
    ece: rounded(calibrationError(frozen)),
    accuracyAt80: rounded(accuracyAt(frozen, 0.8)),
    online: { accuracy: rounded(accuracy(live.outcomes)), macroF1: rounded(macroF1(live.outcomes)) },
    coldStart: { '0': cold(0), '1': cold(1), '5': cold(5), '20': cold(20) },
    microsPerMail: Math.round(live.microsPerMail),
    stateBytes: live.stateBytes,
  }
  const detail = {
    top3: topShare(live.outcomes, 3),
    ece: calibrationError(late),
    accuracyAt80: accuracyAt(late, 0.8),
    auto95: autoShare(late),
  }
  return { set, detail }
}

function percent(value: number | null): string {
  return value === null ? '-' : (100 * value).toFixed(1)
}

function nameOf(file: string): string {
  return file.split('/').slice(-2).join('/').replace('.jsonl', '')
}

function fraction(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}

export const TABLE_HEAD = [
  ['set', 'mails', 'online', '', '', '', '', '', 'train→test', '', '', '', 'cold start', '', '', '', 'µs', 'state'],
  ['', '', 'acc', 'F1', 'top3', 'ECE', '@80', 'auto95', 'acc', 'F1', 'top3', 'ECE', '0', '1', '5', '20', '/mail', 'KB'],
]

export function tableRow({ set, detail }: { set: SetReport; detail: OnlineDetail }): string[] {
  return [
    nameOf(set.file),
    String(set.n),
    percent(set.online.accuracy),
    fraction(set.online.macroF1),
    percent(detail.top3),
    fraction(detail.ece),
    percent(detail.accuracyAt80),
    percent(detail.auto95),
    percent(set.accuracy),
    fraction(set.macroF1),
    percent(set.top3),
    fraction(set.ece),
    ...SHOTS.map((shots) => percent(set.coldStart[shots])),
    String(set.microsPerMail),
    (set.stateBytes / 1024).toFixed(0),
  ]
}

export function formatTable(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n')
}

export function newFolderTable(reports: readonly NewFolderReport[]): string[][] {
  const head = ['set', 'best', 'filed', 'wrong ≥.6', '≥.9', 'left', 'others right', 'stolen', 'right without', 'absent']
  const rows = reports.map(({ file, best, filed, wrong60, wrong90, left, others, othersWithout, absent }) => [
    nameOf(file),
    ...[best, filed, wrong60, wrong90, left, others.right, others.stolen, othersWithout.right, absent.filed60].map(
      (value) => value.toFixed(1),
    ),
  ])
  return [head, ...rows]
}

export function fewFoldersTable(reports: readonly FewFoldersReport[]): string[][] {
  const head = ['set', 'folders', 'belong', 'right', 'wrong', 'precision', 'lenient', 'coverage']
  const rows = reports.map(({ file, folders, belong, right, wrong, precision, lenientPrecision, coverage }) => [
    nameOf(file),
    String(folders),
    ...[belong, right, wrong].map((value) => value.toFixed(1)),
    percent(precision),
    percent(lenientPrecision),
    percent(coverage),
  ])
  return [head, ...rows]
}

/** The worst place of each attack: percent filed and, after the slash, percent that starts actions. */
export function attacksTable(reports: readonly AttackReport[]): string[][] {
  const rows = reports.flatMap((report) =>
    (['fresh', 'small', 'large'] as const).map((mailbox) => {
      const { attacked, ...harm } = report[mailbox]
      const worst = (knowledge: (typeof KNOWLEDGE)[number], figure: 'filed' | 'sent') =>
        Math.max(...Object.values(harm[knowledge]).map((place) => place[figure])).toFixed(1)
      const figures = KNOWLEDGE.map((knowledge) => `${worst(knowledge, 'filed')}/${worst(knowledge, 'sent')}`)
      return [nameOf(report.file), mailbox, String(attacked), ...figures]
    }),
  )
  return [['set', 'mailbox', 'emails', ...KNOWLEDGE], ...rows]
}

export function youngTable(reports: readonly YoungMailboxReport[]): string[][] {
  const head = ['set', 'mailboxes', 'right', 'wrong', 'precision', 'ECE', 'known sender', 'of these left']
  const rows = reports.map(({ file, mailboxes, right, wrong, precision, ece, knownSender, knownSenderLeft }) => [
    nameOf(file),
    String(mailboxes),
    ...[right, wrong].map((value) => value.toFixed(1)),
    percent(precision),
    fraction(ece),
    ...[knownSender, knownSenderLeft].map((value) => value.toFixed(1)),
  ])
  return [head, ...rows]
}

export function confirmTable(reports: readonly ConfirmReport[]): string[][] {
  const head = ['set', 'mailboxes', 'presses', 'right', 'wrong', 'top1', 'nothing confirmed: right', 'wrong', 'top1']
  const rows = reports.map(({ file, mailboxes, presses, right, wrong, top1, none }) => [
    nameOf(file),
    String(mailboxes),
    ...[presses, right, wrong, top1, none.right, none.wrong, none.top1].map((value) => value.toFixed(1)),
  ])
  return [head, ...rows]
}

/** @param part `by`: a mailbox that has learned nothing else; `newFolder`: a new folder in one that has */
export function byExamplesTable(reports: readonly ByExamplesReport[], part: 'by' | 'newFolder'): string[][] {
  const counts = reports[0]?.[part].map(({ examples }) => `${examples}`) ?? []
  const blank = counts.slice(1).map(() => '')
  const rows = reports.map(({ file, [part]: by }) => [
    nameOf(file),
    ...(['top1', 'right', 'wrong'] as const).flatMap((figure) => by.map((one) => one[figure].toFixed(1))),
  ])
  return [
    ['examples', 'top1', ...blank, 'right', ...blank, 'wrong', ...blank],
    ['set', ...counts, ...counts, ...counts],
    ...rows,
  ]
}
