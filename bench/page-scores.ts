import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { findBrowser } from '../scripts/lib/browser.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { startBenchApp } from './lib/bench-app.ts'
import { createMailbox, deliverMany, type BenchMailbox } from './lib/mailboxes.ts'
import { measurement, percentile, type Measurement } from './lib/report.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Of 100. */
type Scores = Record<(typeof categories)[number], number>

interface Visit {
  scores: Scores
  /** Ids of the audits that found something. */
  findings: string[]
}

const Result = z.object({
  lhr: z.object({
    categories: z.record(z.enum(categories), z.object({ score: z.number() })),
    audits: z.record(z.string(), z.object({ score: z.number().nullable() })),
  }),
})
const Module = z.object({
  default: z.custom<(url: string, flags: object) => unknown>((value) => typeof value === 'function'),
})

/** Scores a page by Lighthouse, mobile profile, in the browser that listens for DevTools on the port. */
type ScorePage = (url: string, port: number) => Promise<Visit>

/**
 * Not a dependency: it brings 180 MB for this measurement alone.
 * @returns null where it is not installed
 */
async function loadLighthouse(): Promise<ScorePage | null> {
  const name = 'lighthouse'
  const loaded: unknown = await import(name).catch(() => null)
  if (loaded === null) return null
  const lighthouse = Module.parse(loaded).default
  return async (url, port) => {
    // The page keeps the session, which is in its storage.
    const flags = { port, logLevel: 'error', disableStorageReset: true, onlyCategories: [...categories] }
    const { lhr } = Result.parse(await lighthouse(url, flags))
    const of = (category: keyof Scores): number => Math.round(lhr.categories[category].score * 100)
    const scores = {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
      seo: of('seo'),
    }
    const findings = Object.entries(lhr.audits).flatMap(([id, { score }]) =>
      score !== null && score < passedScore ? [id] : [],
    )
    return { scores, findings }
  }
}

/** Of 1: Lighthouse shows an audit from here on as passed. */
const passedScore = 0.9

const publicScreens = ['/auth/login', '/auth/signup', '/help', '/privacy']
const ownScreens = [
  '/dashboard',
  '/dashboard?tab=folders',
  '/dashboard?tab=mailbox',
  '/history',
  '/review',
  '/tidy-up',
  '/subscription',
  '/connections',
  '/account',
]
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Paths of the screens, separated by commas; without it, all. */
const requested = process.env['BENCH_SCREENS']?.split(',')
const isRequested = (path: string): boolean => requested?.includes(path) ?? true

/**
 * Lighthouse scores of each screen, for a visitor and for a user with 60 sorted emails; the median of three rounds.
 * Each is also printed as it is measured: all of them take minutes.
 */
export async function pageScores(): Promise<Measurement[]> {
  const score = await loadLighthouse()
  if (!score) {
    process.stderr.write('Lighthouse is not installed: npm install --no-save lighthouse@13.5.0 (needs Chromium)\n')
    return []
  }
  await using stage = await startBenchApp()
  const mailbox = await createMailbox(stage, { realTime: true })
  await deliverMany(stage, [mailbox], 60)
  await stage.ctx.jobs.runDueJobs()
  await using browser = await startBrowser()
  const results: Measurement[] = []
  for (const path of publicScreens.filter(isRequested))
    results.push(...(await scoresOf(score, stage.url + path, browser.port)))
  await signIn(browser.page, stage.url, mailbox)
  for (const path of ownScreens.filter(isRequested))
    results.push(...(await scoresOf(score, stage.url + path, browser.port)))
  return results
}

async function scoresOf(score: ScorePage, url: string, port: number): Promise<Measurement[]> {
  const found: Visit[] = []
  for (let round = 0; round < rounds; round++) found.push(await score(url, port))
  const median = (category: keyof Scores): number =>
    percentile(
      found.map(({ scores }) => scores[category]),
      0.5,
    )
  const { pathname, search } = new URL(url)
  const others = (['accessibility', 'best-practices', 'seo'] as const).map((name) => `${name} ${median(name)}`)
  const findings = [...new Set(found.flatMap((visit) => visit.findings))]
  const note = [...others, ...(findings.length > 0 ? [`found: ${findings.join(' ')}`] : [])].join(', ')
  process.stderr.write(`  ${pathname}${search}: performance ${median('performance')}, ${note}\n`)
  return [measurement(`Lighthouse, ${pathname}${search}`, 'of 100', median('performance'), null, { note })]
}

/** Lighthouse opens tabs in the first profile, so the page that signs in has to be there, too. */
async function startBrowser() {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser found: install Chromium or Chrome, or set CHROME_PATH to one.')
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'mailroom-lighthouse-'))
  const args = ['--no-sandbox', `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext(profile, { executablePath, args })
  return {
    port,
    page: await context.newPage(),
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function signIn(page: Page, url: string, { accountEmail, password }: BenchMailbox): Promise<void> {
  await page.goto(`${url}/auth/login`)
  await page.getByLabel('Email').fill(accountEmail)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(`${url}/dashboard**`)
}
