import { test } from 'vitest'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { connectAndDisconnect, decideAtService, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import { allServices, newServiceAccount } from '../kit/services.ts'
import { appOfFile } from '../kit/start-app.ts'
import { expectToast } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

const app = await appOfFile({ env: allServices })
const browser = await browserOfFile()

test('the services other than Dropbox are connected and disconnected by keyboard', async () => {
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
