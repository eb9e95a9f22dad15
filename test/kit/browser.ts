import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { GoTrueClient } from '@supabase/auth-js'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest'
import { findBrowser } from '../../scripts/lib/browser.ts'
import { sessionKey } from '../../web/api/session-local-storage.ts'
import { expect as expectOfPage } from './expect.ts'
import { openReusableProfile, newProfile, type ReusableProfile } from './shared-profile.ts'

declare global {
  interface Window {
    /** Defined once the accessibility check has run in the page. */
    axe: typeof axe
  }
}

function chromiumPath(): string {
  const found = findBrowser()
  if (!found) throw new Error('No browser found: install Chromium or Chrome, or set CHROME_PATH to one.')
  return found
}

export interface TestBrowser {
  /**
   * A page with an exclusive profile. An uncaught error, a violation of the content security policy and a request to
   * another host fail the test.
   */
  open(options?: PageOptions): Promise<TestPage>
}

/** Viewport and colour scheme apply to this page; other tabs of its profile have the defaults. */
interface PageOptions extends BrowserContextOptions {
  /** Starts with an empty cache, for tests of what a page fetches. */
  firstVisit?: boolean
}

export interface TestPage {
  page: Page
}

/**
 * One browser for all files of a worker, since starting one costs as much as an end-to-end test. It closes with the
 * worker.
 */
let running: Promise<Browser> | undefined

// As root, Chromium refuses to run with its sandbox; all pages are our own. No spare renderer is kept, since it would
// never be used. One renderer serves all pages of a profile: starting one and compiling the scripts in it is a third of
// opening a page.
const args = ['--no-sandbox', '--disable-features=SpareRendererForSitePerProcess', '--process-per-site']

/** The browser of all tests of a file: its pages close after them, and before the app if that was started first. */
export async function browserOfFile(): Promise<TestBrowser> {
  running ??= chromium.launch({ executablePath: chromiumPath(), args })
  const browser = await running
  const profiles = new Set<BrowserContext>()
  /** Of pages that stay open for a whole file. */
  const checks: (() => void)[] = []

  async function pageOfNewProfile(options: BrowserContextOptions): Promise<Page> {
    const context = await newProfile(browser, { ...usual, ...options })
    profiles.add(context)
    context.once('close', () => profiles.delete(context))
    // An open page keeps listening and polling during later tests. Pages opened for a whole file stay open.
    if (isInTest()) onTestFinished(() => context.close())
    return context.newPage()
  }

  afterAll(async () => {
    await Promise.all([...profiles].map((context) => context.close()))
    for (const expectNone of checks.splice(0)) expectNone()
  })

  return {
    async open({ firstVisit = false, ...options } = {}) {
      const page = (!firstVisit && (await openReusedProfilePage(browser, options))) || (await pageOfNewProfile(options))
      await keepToasts(page)
      separateReplacedCalls(page)
      waitBeforePresses(page)
      const violations = recordViolations(page)
      const expectNone = (): void => expect(violations, 'What no page may do').toEqual([])
      if (isInTest()) onTestFinished(expectNone)
      else checks.push(expectNone)
      return { page }
    },
  }
}

/**
 * Toasts stay until they are dismissed, as in an inactive window: a slow machine must not lose one before the test
 * looks for it. The browser would make the window active again, for example when a tab closes.
 */
const keepToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    document.hasFocus = () => false
    const stop = (event: Event): void => {
      if (event.isTrusted && event.target === window) event.stopImmediatePropagation()
    }
    addEventListener('focus', stop, { capture: true })
  })

/** A test replaces the answer to a call by its address: from then on the page sends each call alone. */
function separateReplacedCalls(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...replacement) => {
    await page.addInitScript(separateCalls)
    await page.evaluate(separateCalls)
    return route(...replacement)
  }
}

let doPressesWait = false

/** A press waits until its control is enabled, as a click does: one that is still busy or loading would ignore it. */
function waitBeforePresses(page: Page): void {
  if (doPressesWait) return
  doPressesWait = true
  const locators: Pick<Locator, 'press'> = Object.getPrototypeOf(page.locator('html'))
  const { press } = locators
  locators.press = async function (this: Locator, ...key) {
    await expectOfPage(this).toBeEnabled()
    await press.apply(this, key)
  }
}

/** As where the node is of a version without joined calls. */
function separateCalls(): void {
  const fetchAnything = fetch
  window.fetch = (input, init) =>
    input === '/api/calls' ? Promise.resolve(new Response(null, { status: 404 })) : fetchAnything(input, init)
}

/** Another tab of the page's profile, whose toasts stay as well. */
export async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await keepToasts(tab)
  return tab
}

/** A link pressed on the prerendered screen would load the next page from the server. */
export async function openAuthPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('#prerendered').waitFor({ state: 'detached' })
}

/**
 * Uncaught errors, violations of the content security policy, as the browser reports them, and what pages load from
 * other hosts, from now on. A test may visit an attacker's page.
 */
function recordViolations(page: Page): string[] {
  const violations: string[] = []
  page.on('pageerror', (error) => violations.push(`Uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy|trusted ?(?:type|html|script)/i.test(message.text())) violations.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (request.isNavigationRequest()) return
    if (/^(?:https?|wss?):$/.test(protocol) && !/^(?:localhost|127\.0\.0\.1)$/.test(hostname))
      violations.push(`A request to ${hostname}`)
  })
  return violations
}

const usual = {
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light',
  // Removes fade-ins, so that checks see the final state.
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions

const isInTest = (): boolean => TestRunner.getCurrentTest() !== undefined

let openedProfile: Promise<ReusableProfile> | undefined

/**
 * @returns null where the shared profile cannot be used: for a whole file, for a second user, or with options that only
 * a new profile accepts
 */
async function openReusedProfilePage(browser: Browser, options: BrowserContextOptions): Promise<Page | null> {
  const { viewport = usual.viewport, colorScheme = usual.colorScheme, ...others } = options
  if (!isInTest() || viewport === null || Object.keys(others).length > 0) return null
  openedProfile ??= openReusableProfile(browser, usual)
  const profile = await openedProfile
  if (profile.isTaken) return null
  profile.isTaken = true
  onTestFinished(async ({ task }) => {
    // A failed test may still be using its pages.
    if (task.result?.state !== 'fail' && (await profile.empty())) profile.isTaken = false
    else {
      openedProfile = undefined
      await profile.context.close()
    }
  })
  const page = await profile.context.newPage()
  const { width, height } = usual.viewport
  if (viewport.width !== width || viewport.height !== height) await page.setViewportSize(viewport)
  if (colorScheme !== usual.colorScheme) await page.emulateMedia({ colorScheme })
  return page
}

interface Credentials {
  email: string
  password: string
}

/** Stores an account's session in the browser instead of using the login form, which has its own tests. */
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
      // Only once, so that a sign-out during the test persists.
      if (location.origin !== origin || sessionStorage.getItem('planted') !== null) return
      sessionStorage.setItem('planted', 'yes')
      localStorage.setItem(key, session)
    },
    { key: sessionKey, session: JSON.stringify(data.session), origin: new URL(url).origin },
  )
}

/** Runs the check at phone, tablet and desktop widths, then restores the viewport. */
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

/** Waits until the page is painted after it has opened or was resized, with nothing in the middle of a fade-in. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const endless = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime === Infinity
    const ending = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The accessibility check of a screen (`test/kit/screens`). Runs axe in the page itself, which takes half the time of
 * the Playwright integration; our pages have no frames.
 * @param part only this part of the page, such as a dialog over a screen that was checked: takes less time
 */
export async function expectNoAxeViolations(page: Page, part?: Locator): Promise<void> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has a frame, which this check does not cover`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await painted(page)
  const violations = await (part ?? page.locator('html')).evaluate(async (root) => {
    const whole = root === document.documentElement
    const found = await window.axe.run(whole ? document : root, { resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
  if (violations.length > 0) throw new Error(`Not accessible at ${page.url()}:\n${violations.join('\n')}`)
}

/** Injects failures: the next `times` calls of the page to this address get this response. */
export async function failCalls(
  page: Page,
  pathname: RegExp,
  {
    status = 500,
    code = 'internal',
    message = 'Something went wrong on the server. Please try again.',
    times = 1,
    when = () => true,
  }: {
    status?: number
    code?: string
    message?: string
    times?: number
    /** Only calls whose body matches. */
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
