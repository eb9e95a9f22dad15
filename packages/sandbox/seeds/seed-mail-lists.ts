import { createHash } from 'node:crypto'
import { arrivingDaily } from './arriving/arriving-daily.ts'
import { arrivingPrivate } from './arriving/arriving-private.ts'
import { arrivingWork } from './arriving/arriving-work.ts'
import { alerts } from './filed/filed-alerts.ts'
import { banking } from './filed/filed-banking.ts'
import { club } from './filed/filed-club.ts'
import { familyDutch } from './filed/filed-family-dutch.ts'
import { familyOthers } from './filed/filed-family-others.ts'
import { health } from './filed/filed-health.ts'
import { heron } from './filed/filed-heron.ts'
import { home } from './filed/filed-home.ts'
import { newslettersAbroad } from './filed/filed-newsletters-abroad.ts'
import { newslettersEnglish } from './filed/filed-newsletters.ts'
import { oddShapes } from './filed/filed-odd-shapes.ts'
import { orders } from './filed/filed-orders.ts'
import { otter } from './filed/filed-otter.ts'
import { invoices, projects } from './filed/filed-projects-invoices.ts'
import { receipts } from './filed/filed-receipts.ts'
import { school } from './filed/filed-school.ts'
import { travel } from './filed/filed-travel.ts'
import { work } from './filed/filed-work.ts'
import { seedFolders } from './seed-folders.ts'
import { graphMail } from './graph-message.ts'
import { owner } from './mailbox-owner.ts'
import type { SeedMail } from './seed-mail.ts'

/** Mail that is already in its folder. */
export const filedMails: SeedMail[] = [
  ...work,
  ...heron,
  ...otter,
  ...projects,
  ...invoices,
  ...alerts,
  ...familyDutch,
  ...familyOthers,
  ...school,
  ...club,
  ...travel,
  ...newslettersEnglish,
  ...newslettersAbroad,
  ...orders,
  ...receipts,
  ...banking,
  ...health,
  ...home,
  ...oddShapes,
]

/** Mail that arrives in the inbox, with the folder in which the owner expects it; shuffled in a fixed order. */
export const arrivingMails: SeedMail[] = [...arrivingWork, ...arrivingPrivate, ...arrivingDaily].sort((left, right) =>
  shuffleKey(left.key).localeCompare(shuffleKey(right.key)),
)

function shuffleKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** All seeds for a program outside the sandbox; each `message` can be posted to the control API unchanged. */
export function exportSeeds(now: Date) {
  return {
    owner,
    folders: seedFolders,
    filed: filedMails.map((mail) => ({ ...labels(mail), message: graphMail(mail, { now }) })),
    arriving: arrivingMails.map((mail, index) => ({
      ...labels(mail),
      message: graphMail(mail, { now, serial: `seed-${index + 1}` }),
    })),
  }
}

function labels({ key, folder, language }: SeedMail) {
  return { key, folder, language }
}
