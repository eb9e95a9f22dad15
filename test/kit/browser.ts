import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { GoTrueClient } from '@supabase/auth-js'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/lib/browser.ts'
import { sessionKey } from '../../web/api/session-local-storage.ts'
import { keepProfile, newProfile, type KeptProfile } from './shared-profile.ts'

declare global {
  interface Window {
    /** In a page that was swept for accessibility. */
    axe: typeof axe
  }
}

function chromiumPath(): string {
  const found = findBrowser()
  if (!found) throw new Error('No browser found: install Chromium or Chrome, or set CHROME_PATH to one.')
  return found
}

export interface TestBrowser extends AsyncDisposable {
  /**
   * A page whose profile it shares with no other. What it complains about (content policy, uncaught errors) is in
   * `complaints`.
   */
  open(options?: PageOptions): Promise<TestPage>
}

/** Window and colours are this page's; a further tab of its profile has the usual ones. */
export interface PageOptions extends BrowserContextOptions {
  /** Nothing of the product is there yet: for tests of what a page fetches. */
  firstVisit?: boolean
}

export interface TestPage {
  page: Page
  /** Refusals of the content policy and uncaught errors so far; a test ends with this empty. */
  complaints: string[]
}

/** One browser for all files of a worker, since starting one costs as much as a journey; it ends with the worker. */
let running: Promise<Browser> | undefined

// As root Chromium refuses its own sandbox; the pages are our own. A renderer in reserve for each page would never be
// used. One for all
// pages of a profile, where each would have its own: starting it, and compiling the product in it, is a third of
// opening a page.
const args = ['--no-sandbox', '--disable-features=SpareRendererForSitePerProcess', '--process-per-site']

export async function launchBrowser(): Promise<TestBrowser> {
  running ??= chromium.launch({ executablePath: chromiumPath(), args })
  const browser = await running
  const profiles = new Set<BrowserContext>()

  async function pageOfNewProfile(options: BrowserContextOptions): Promise<Page> {
    const context = await newProfile(browser, { ...usual, ...options })
    profiles.add(context)
    context.once('close', () => profiles.delete(context))
    // A page that stays open goes on listening and asking, beside the tests that follow. (Those opened for a whole file
    // stay.)
    if (isInTest()) onTestFinished(() => context.close())
    return context.newPage()
  }

  return {
    async open({ firstVisit = false, ...options } = {}) {
      const page = (!firstVisit && (await pageOfKeptProfile(browser, options))) || (await pageOfNewProfile(options))
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (/content security policy|trusted ?type/i.test(message.text())) complaints.push(message.text())
      })
      return { page, complaints }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...profiles].map((context) => context.close()))
    },
  }
}

const usual = {
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light',
  // What fades in is judged as it will stay.
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions

const isInTest = (): boolean => expect.getState().currentTestName !== undefined

let kept: Promise<KeptProfile> | undefined

/**
 * @returns null where another profile is needed: for a whole file, for a second person, for what a profile is told when
 * it is made
 */
async function pageOfKeptProfile(browser: Browser, options: BrowserContextOptions): Promise<Page | null> {
  const { viewport = usual.viewport, colorScheme = usual.colorScheme, ...others } = options
  if (!isInTest() || viewport === null || Object.keys(others).length > 0) return null
  kept ??= keepProfile(browser, usual)
  const profile = await kept
  if (profile.isTaken) return null
  profile.isTaken = true
  onTestFinished(async ({ task }) => {
    // A test that has failed may still be at it.
    if (task.result?.state !== 'fail' && (await profile.empty())) profile.isTaken = false
    else {
      kept = undefined
      await profile.context.close()
    }
  })
  const page = await profile.context.newPage()
  if (viewport !== usual.viewport) await page.setViewportSize(viewport)
  if (colorScheme !== usual.colorScheme) await page.emulateMedia({ colorScheme })
  return page
}

interface Credentials {
  email: string
  password: string
}

/**
 * Plants the session of an account in the browser instead of clicking through the login, which has tests of its own.
 */
export async function signedIn(page: Page, url: string, { email, password }: Credentials): Promise<void> {
  const config: unknown = await (await fetch(`${url}/config.json`)).json()
  const anonKey = typeof config === 'object' && config !== null ? String(Reflect.get(config, 'anonKey')) : ''
  const client = new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: anonKey },
    persistSession: false,
    autoRefreshToken: false,
  })
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error || !data.session) throw new Error(`${email} cannot sign in`, { cause: error })
  await page.addInitScript(
    ({ key, session, origin }) => {
      // Once: who signs out in the test stays signed out.
      if (location.origin !== origin || sessionStorage.getItem('planted') !== null) return
      sessionStorage.setItem('planted', 'yes')
      localStorage.setItem(key, session)
    },
    { key: sessionKey, session: JSON.stringify(data.session), origin: new URL(url).origin },
  )
}

/** Looks at the same page in the window of a phone, a tablet and a desk, and leaves it in the one that it had. */
export async function atEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await painted(page)
    await look(width)
  }
  if (before) await page.setViewportSize(before)
  await painted(page)
}

/** What has just opened, or got another window, is judged as it will stand. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The accessibility sweep with which a journey ends. It runs in the page itself: what drives axe through frames and a
 * page of its own takes
 * twice as long, and our pages have no frames.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has a frame, into which this sweep does not look`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await painted(page)
  const violations = await page.evaluate(async () => {
    const found = await window.axe.run({ resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
  if (violations.length > 0) throw new Error(`Not accessible at ${page.url()}:\n${violations.join('\n')}`)
}

/** Failures that a test injects: the next calls of the page to this address answer so, `times` in a row. */
export async function failCalls(
  page: Page,
  pathname: RegExp,
  {
    status = 500,
    code = 'internal',
    message = 'Something went wrong on our side. Please try again.',
    times = 1,
    when = () => true,
  }: {
    status?: number
    code?: string
    message?: string
    times?: number
    /** Only calls whose body says so. */
    when?: (body: string) => boolean
  } = {},
): Promise<void> {
  let left = times
  await page.route(
    (url) => pathname.test(url.pathname),
    async (route) => {
      if (left === 0 || !when(route.request().postData() ?? '')) return route.fallback()
      left -= 1
      return route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code, message } }),
      })
    },
  )
}
