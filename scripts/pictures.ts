import { chromium, type Page } from 'playwright-core'
import { readEnvironment } from '../server/config.ts'
import { demoPassword } from './lib/demo-account.ts'
import { ensureBrowser, findBrowser } from './lib/browser.ts'
import { Seeds } from './lib/sandbox-seeds.ts'

/**
 * `npm run pictures`, while `npm start` runs: takes the screenshots of the README and the help page from the demo
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
  const helpPage = await browser.newPage({
    viewport: { width: 768, height: 900 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    colorScheme,
  })
  await signIn(helpPage)
  const capture = async (name: string, top: number, height: number): Promise<void> => {
    const clip = { x: (768 - helpWidth) / 2, y: Math.max(0, top), width: helpWidth, height }
    await helpPage.screenshot({ path: `${helpFolder}/${name}-${colorScheme}.png`, clip })
  }
  const topOf = async (title: string): Promise<number> => {
    const box = await helpPage.getByRole('heading', { name: title }).first().boundingBox()
    return (box?.y ?? 0) - 26
  }

  await helpPage.getByRole('tab', { name: 'Mailbox' }).click()
  await helpPage.getByRole('heading', { name: 'Mailboxes' }).waitFor()
  await capture('mailbox', await topOf('Mailboxes'), 200)
  await helpPage.getByRole('button', { name: /^Settings: / }).click()
  await helpPage.getByLabel('Name').waitFor()
  await capture('settings', 0, 460)
  await helpPage.keyboard.press('Escape')
  await openFolders(helpPage)
  await capture('instructions', await topOf('Email Folders'), 400)
  await helpPage.getByRole('link', { name: 'View All Logs' }).click()
  await helpPage.getByRole('heading', { name: 'Processing History', level: 1 }).waitFor()
  const rows = helpPage.getByRole('main').getByRole('listitem')
  await rows.nth(4).waitFor()
  await helpPage.setViewportSize({ width: 768, height: 1600 })
  await capture('history', ((await rows.first().boundingBox())?.y ?? 0) - 1, 400)
  await helpPage.close()
}
await browser.close()

async function signIn(target: Page): Promise<void> {
  await target.goto(config.publicUrl)
  await target.getByLabel('Email').fill(seeds.owner.address)
  await target.getByLabel('Password', { exact: true }).fill(demoPassword)
  await target.keyboard.press('Enter')
  const toast = target.getByRole('listitem').filter({ hasText: 'Signed in successfully' })
  await toast.waitFor()
  await toast.waitFor({ state: 'hidden' })
}

async function openFolders(target: Page): Promise<void> {
  await target.getByRole('tab', { name: 'Folders' }).click()
  await target.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem').nth(4).waitFor()
  await target.getByRole('heading', { name: 'Dashboard' }).click()
}
