import { chromium } from 'playwright-core'
import { readEnvironment } from '../server/config.ts'
import { readDemoSeeds } from './lib/demo-account.ts'
import { openFolders, signInToDemo } from './lib/demo-page.ts'
import { ensureBrowser, findBrowser } from './lib/browser.ts'

/**
 * `npm run pictures`, while `npm start` runs: takes the screenshots of the help page from the demo account.
 */
const config = readEnvironment()
if (!ensureBrowser()) process.exit(1)
const executablePath = findBrowser() ?? ''
const seeds = await readDemoSeeds(config)
const helpFolder = 'web/features/help/pictures'
/** Width of the pictures in `web/features/help/help-picture.tsx`. */
const helpWidth = 720

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

for (const colorScheme of ['light', 'dark'] as const) {
  const helpPage = await browser.newPage({
    viewport: { width: 768, height: 900 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    colorScheme,
  })
  await signInToDemo(helpPage, config.publicUrl, seeds)
  const capture = async (name: string, top: number, height: number): Promise<void> => {
    const clip = { x: (768 - helpWidth) / 2, y: Math.max(0, top), width: helpWidth, height }
    await helpPage.screenshot({ path: `${helpFolder}/${name}-${colorScheme}.png`, clip })
  }
  const topOf = async (title: string): Promise<number> => {
    const box = await helpPage.getByRole('heading', { name: title }).first().boundingBox()
    return (box?.y ?? 0) - 26
  }

  await helpPage.getByRole('tab', { name: 'Mailbox' }).click()
  await helpPage.getByRole('heading', { name: 'Connected Mailboxes' }).waitFor()
  await capture('mailbox', await topOf('Connected Mailboxes'), 200)
  await helpPage.getByRole('button', { name: /^Settings: / }).click()
  await helpPage.getByLabel('Name').waitFor()
  // Below the banner of the sandbox.
  await capture('settings', ((await helpPage.getByRole('dialog').boundingBox())?.y ?? 0) - 2, 460)
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
