import { chromium, type Page } from 'playwright-core'
import { readEnvironment } from '../server/config.ts'
import { demoPassword } from './lib/demo-account.ts'
import { ensureBrowser, findBrowser } from './lib/browser.ts'
import { Seeds } from './lib/sandbox-seeds.ts'

/**
 * `npm run pictures`, while `npm start` runs: retakes the screenshots of the README and the help page from the demo
 * account.
 */
const config = readEnvironment()
if (!ensureBrowser()) process.exit(1)
const executablePath = findBrowser() ?? ''
const seeds = Seeds.parse(await (await fetch(`${config.sandboxUrl}/control/seeds`)).json())
const helpFolder = 'web/screens/help/pictures'
/** Width of the pictures in `web/screens/help/help-picture.tsx`. */
const helpWidth = 720

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 })
await signIn(page)
await openFolders(page)
await page.screenshot({ path: 'docs/dashboard.png' })

for (const colorScheme of ['light', 'dark'] as const) {
  const small = await browser.newPage({
    viewport: { width: 768, height: 900 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    colorScheme,
  })
  await signIn(small)
  const take = async (name: string, top: number, height: number): Promise<void> => {
    const clip = { x: (768 - helpWidth) / 2, y: Math.max(0, top), width: helpWidth, height }
    await small.screenshot({ path: `${helpFolder}/${name}-${colorScheme}.png`, clip })
  }
  const topOf = async (title: string): Promise<number> => {
    const box = await small.getByRole('heading', { name: title }).first().boundingBox()
    return (box?.y ?? 0) - 26
  }

  await small.getByRole('tab', { name: 'Mailbox' }).click()
  await small.getByRole('heading', { name: 'Mailboxes' }).waitFor()
  await take('mailbox', await topOf('Mailboxes'), 200)
  await small.getByRole('button', { name: /^Settings: / }).click()
  await small.getByLabel('Name').waitFor()
  await take('settings', 0, 460)
  await small.keyboard.press('Escape')
  await openFolders(small)
  await take('instructions', await topOf('Email Folders'), 400)
  await small.getByRole('link', { name: 'View All Logs' }).click()
  await small.getByRole('heading', { name: 'Processing History', level: 1 }).waitFor()
  const rows = small.getByRole('main').getByRole('listitem')
  await rows.nth(4).waitFor()
  await small.setViewportSize({ width: 768, height: 1600 })
  await take('history', ((await rows.first().boundingBox())?.y ?? 0) - 1, 400)
  await small.close()
}
await browser.close()

async function signIn(on: Page): Promise<void> {
  await on.goto(config.publicUrl)
  await on.getByLabel('Email').fill(seeds.owner.address)
  await on.getByLabel('Password', { exact: true }).fill(demoPassword)
  await on.keyboard.press('Enter')
  const toast = on.getByRole('listitem').filter({ hasText: 'Signed in successfully' })
  await toast.waitFor()
  await toast.waitFor({ state: 'hidden' })
}

async function openFolders(on: Page): Promise<void> {
  await on.getByRole('tab', { name: 'Folders' }).click()
  await on.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem').nth(4).waitFor()
  await on.getByRole('heading', { name: 'Dashboard' }).click()
}
