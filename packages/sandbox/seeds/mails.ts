import { createHash } from 'node:crypto'
import { arrivingDaily } from './arriving/daily.ts'
import { arrivingPrivate } from './arriving/private.ts'
import { arrivingWork } from './arriving/work.ts'
import { alerts } from './filed/alerts.ts'
import { banking } from './filed/banking.ts'
import { club } from './filed/club.ts'
import { familyDutch } from './filed/family-dutch.ts'
import { familyOthers } from './filed/family-others.ts'
import { health } from './filed/health.ts'
import { heron } from './filed/heron.ts'
import { home } from './filed/home.ts'
import { newslettersAbroad } from './filed/newsletters-abroad.ts'
import { newslettersEnglish } from './filed/newsletters.ts'
import { oddShapes } from './filed/odd-shapes.ts'
import { orders } from './filed/orders.ts'
import { otter } from './filed/otter.ts'
import { invoices, projects } from './filed/projects-invoices.ts'
import { receipts } from './filed/receipts.ts'
import { school } from './filed/school.ts'
import { travel } from './filed/travel.ts'
import { work } from './filed/work.ts'
import { seedFolders } from './folders.ts'
import { graphMail } from './graph-message.ts'
import { owner } from './owner.ts'
import type { SeedMail } from './seed-mail.ts'

/** Mail that already lies in its folder. */
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

/** Mail that comes into the inbox, each with the folder a sensible owner would choose; mixed, but always in the same order. */
export const arrivingMails: SeedMail[] = [...arrivingWork, ...arrivingPrivate, ...arrivingDaily].sort((left, right) =>
  mixed(left.key).localeCompare(mixed(right.key)),
)

function mixed(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** All seeds for a reader outside the sandbox; each `message` can be posted to the control door as it is. */
export function seedsAnswer(now: Date) {
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
