import { chromium } from 'playwright-core'
import { readEnvironment } from '../server/config.ts'
import { demoPassword } from './lib/demo-account.ts'
import { ensureBrowser, findBrowser } from './lib/browser.ts'
import { Seeds } from './lib/seeds.ts'

/** `npm run pictures`, while `npm start` runs: takes the picture of the README anew, from the demo account. */
const config = readEnvironment()
if (!ensureBrowser()) process.exit(1)
const executablePath = findBrowser() ?? ''
const seeds = Seeds.parse(await (await fetch(`${config.sandboxUrl}/control/seeds`)).json())

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 })
await page.goto(config.publicUrl)
await page.getByLabel('Email').fill(seeds.owner.address)
await page.getByLabel('Password', { exact: true }).fill(demoPassword)
await page.keyboard.press('Enter')
await page.getByRole('tab', { name: 'Folders' }).click()
await page.getByRole('list', { name: 'Last processed emails' }).getByRole('listitem').nth(4).waitFor()
await page.getByText('Signed in successfully', { exact: true }).waitFor({ state: 'hidden' })
await page.getByRole('heading', { name: 'Dashboard' }).click()
await page.screenshot({ path: 'docs/dashboard.png' })
await browser.close()
