import { beforeEach, test } from 'vitest'
import { ServiceAuthOutput } from '../../contract/functions/service-connections.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openConnections, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import type { Visitor } from '../kit/outlook.ts'
import { allServices, connectService } from '../kit/services.ts'
import { appOfPages } from '../kit/start-app.ts'
import { expectToast } from '../kit/toast.ts'
import { newAccount, type Account } from '../kit/visitors.ts'
import { answerCalls, holdEvents, navigate } from '../kit/walk.ts'

const app = await appOfPages({ env: allServices })
const browser = await browserOfFile()
let who: Visitor & Account

beforeEach(async () => {
  who = await newAccount(app)
})

const functionOf = (name: string) => new RegExp(`/functions/v1/${name}$`)

test('what fails is reported and can be tried again, and only the own hosts of services are opened', async () => {
  await connectService(app, who, 'google_drive')
  let connectEvents = (): void => undefined
  const { page } = await openConnections(browser, app, who, async (opened) => {
    connectEvents = await holdEvents(opened)
    await failCalls(opened, functionOf('service-connections'), { status: 400 })
  })
  await expect(page.getByRole('heading', { name: 'Error Loading Connections' })).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  connectEvents()
  const drive = serviceCard(page, 'Google Drive')
  const connect = serviceCard(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' })
  await expect(drive).toContainText('Connected as:')

  const isDisconnect = (body: string) => body.includes('disconnect')
  await failCalls(page, functionOf('service-connections'), { status: 503, message: 'Not today.', when: isDisconnect })
  await drive.getByRole('button', { name: 'Disconnect Google Drive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectToast(page, 'Disconnect Failed', 'Not today.')
  await expect(drive).toContainText('Connected as:')

  const url = 'https://www.dropbox.com.evil.example/oauth2/authorize'
  await answerCalls(page, functionOf('dropbox-auth'), ServiceAuthOutput, { url })
  await connect.click()
  await expectToast(page, 'Connection Failed', 'The server sent an address that is not allowed.')
  await expect(page).toHaveURL(`${app.url}/connections`)

  // A return with an error, and one with a success that only the address claims
  for (const [query, words] of [
    ['error=server_error', 'Server error occurred during connection'],
    ['error=anything_else', 'Failed to connect to the service. Please try again.'],
    [
      'success=dropbox_connected&service=dropbox&email=attacker%40example.com',
      'Failed to connect to Dropbox. Please try again.',
    ],
  ] as const) {
    await navigate(page, `/connections?${query}`)
    await expectToast(page, 'Connection Failed', words)
    await expect(page).toHaveURL(`${app.url}/connections`)
  }
  await expect(page.getByText('attacker@example.com')).toHaveCount(0)
})
