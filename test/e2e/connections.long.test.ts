import { test } from 'vitest'
import { launchBrowser, signedIn } from '../kit/browser.ts'
import { connectAndDisconnect, decideAtService, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import { allServices, newServiceAccount } from '../kit/services.ts'
import { startApp } from '../kit/start-app.ts'
import { expectToast } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

test('the services other than Dropbox are connected and disconnected by keyboard', async () => {
  await using app = await startApp({ env: allServices })
  await using browser = await launchBrowser()
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/connections`)
  for (const [name, provider] of [
    ['Google Drive', 'google_drive'],
    ['OneDrive', 'onedrive'],
    ['TeamLeader', 'teamleader'],
  ] as const) {
    await expect(serviceCard(page, name)).toContainText('Not Connected')
    await serviceCard(page, name)
      .getByRole('button', { name: `Connect ${name}` })
      .press('Enter')
    await decideAtService(page, await newServiceAccount(app, provider), 'deny')
    await expectToast(page, 'Connection Failed', 'denied access')
    await expect(page).toHaveURL(`${app.url}/connections`)
    await connectAndDisconnect(app, page, name, provider)
  }
})
