import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { readEnvironment } from '../server/config.ts'
import { ensureBrowser, findBrowser } from './lib/browser.ts'
import { readDemoSeeds } from './lib/demo-account.ts'
import { openFolders, signInToDemo } from './lib/demo-page.ts'

/**
 * `npm run pictures:moving`, while `npm start` runs: makes the moving picture of the README from the demo account. An
 * instruction is written, then an email arrives and slides into the count of its folder. Needs `img2webp`
 * (`apt-get install webp`).
 */
const out = 'docs/sorting.webp'
const folder = 'Banking'
const email = {
  from: { name: 'Meridian Card', address: 'service@meridian-card.example' },
  subject: 'A payment of 12.80 EUR was approved with your card ending 7702',
  text: 'Merchant: KESSELHAUS KAFFEE\nAmount: 12.80 EUR\nApproved in the app by: you',
}

const config = readEnvironment()
if (!ensureBrowser()) process.exit(1)
const seeds = await readDemoSeeds(config)
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1440, height: 810 }, colorScheme: 'light' })
const dir = await mkdtemp(join(tmpdir(), 'mailroom-frames-'))
const frames: string[] = []

/** @param ms how long the picture shows it */
async function frame(ms: number): Promise<void> {
  const file = join(dir, `${frames.length}.png`)
  await page.screenshot({ path: file })
  frames.push('-d', String(ms), file)
}

await signInToDemo(page, config.publicUrl, seeds)
await openFolders(page)
await frame(1200)
await writeInstructions()
await receiveEmail()
await browser.close()
execFileSync('img2webp', ['-loop', '0', '-lossless', '-m', '6', ...frames, '-o', out])
await rm(dir, { recursive: true })

async function writeInstructions(): Promise<void> {
  await page.getByRole('button', { name: `Edit instructions of ${folder}` }).click()
  const field = page.getByRole('textbox', { name: `Instructions for ${folder}` })
  const text = await field.inputValue()
  await field.fill('')
  await frame(600)
  for (const part of text.match(/.{1,6}/gs) ?? []) {
    await field.pressSequentially(part)
    await frame(90)
  }
  // The senders that the text names, and what it would change.
  await page.locator('tbody [data-waiting]').first().waitFor({ state: 'detached' })
  await frame(900)
  await field.press('Control+Enter')
  await field.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).click()
  await frame(700)
}

async function receiveEmail(): Promise<void> {
  await fetch(`${config.sandboxUrl}/control/outlook/${seeds.owner.address}/messages?folder=Inbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      subject: email.subject,
      from: { emailAddress: email.from },
      body: { contentType: 'text', content: email.text },
    }),
  })
  const history = page.getByRole('list', { name: 'Last processed emails' })
  await history.locator('.animate-arrive').filter({ hasText: email.subject }).waitFor()
  await frame(900)
  // The animations are stopped, then shown step by step.
  await page.waitForFunction(() => {
    if (!document.querySelector('.animate-deliver')) return false
    for (const animation of document.getAnimations()) animation.pause()
    return true
  })
  for (let at = 0; at <= 1000; at += 60) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) animation.currentTime = time
    }, at)
    await frame(60)
  }
  await frame(2200)
}
