import type { Page } from 'playwright-core'
import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { promptPauseMs } from '../../web/limits.ts'
import { actingMailbox, type ActingMailbox } from '../kit/acting-mailbox.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { connectService } from '../kit/services.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

/** The page does not notice that the user pauses: a slow machine pauses between typing and the next press. */
const withoutPauses = async (page: Page): Promise<void> =>
  void (await page.addInitScript((pauseMs) => {
    const usual = window.setTimeout.bind(window)
    const value = (handler: TimerHandler, ms?: number, ...rest: unknown[]): number =>
      ms === pauseMs ? 0 : usual(handler, ms, ...rest)
    Object.defineProperty(window, 'setTimeout', { value })
  }, promptPauseMs))

async function open(acting: ActingMailbox) {
  const opened = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', { prepare: withoutPauses })
  await opened.page.getByRole('button', { name: 'Show details of Bills' }).click()
  return opened
}

/** Opens the settings of an action. */
async function configure(page: Page, action: string) {
  await page.getByRole('button', { name: `Configure ${action}` }).click()
  const form = page.getByRole('dialog', { name: `Configure ${action}` })
  await expect(form.getByRole('button', { name: 'Save configuration' })).toBeVisible()
  const press = (name: string) => form.getByRole('button', { name, exact: true })
  return { form, press, prompt: form.getByLabel('Prompt'), card: form.getByRole('region', { name: 'Analysis' }) }
}
const analyses = /unified-data-source-mcp$/
const saved = async (acting: ActingMailbox): Promise<unknown[]> =>
  (await acting.mailbox.rows<{ config: unknown }[]>('email_folder_actions?select=config&order=action_order')).map(
    ({ config }) => config,
  )
const savePlan = 'Check the plan, then save.'
const pdfToDropbox = 'Save PDF invoices to Dropbox'

test('analyses and enhances a prompt, reports each failure, and drops responses to an earlier prompt', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const { page } = await open(acting)
  const { form, press, prompt, card } = await configure(page, 'AI agent')

  for (const [name, pathname] of [
    ['Analyze', analyses],
    ['Enhance', /ai-prompt-enhancer$/],
  ] as const) {
    const letThrough = await holdCalls(page, pathname)
    await prompt.fill(pdfToDropbox)
    await press(name).click()
    await expect(form.getByRole('button', { name: /^(Analyzing|Enhancing)\.\.\.$/ })).toBeDisabled()
    await prompt.press('End')
    await prompt.press('!')
    const answered = page.waitForResponse(pathname)
    letThrough()
    await answered
    await expect(press(name)).toBeEnabled()
    await expect(prompt).toHaveValue(`${pdfToDropbox}!`)
  }
  await expect(card).toHaveCount(0)
  await expect(toastIn(page, 'Analysis complete')).toHaveCount(0)
  await expect(toastIn(page, 'Prompt enhanced')).toHaveCount(0)

  await prompt.fill('  \n')
  await press('Analyze').click()
  await expect(toastIn(page, 'No prompt to analyze')).toContainText('Please enter some instructions first.')
  await press('Enhance').click()
  await expect(toastIn(page, 'No prompt to enhance')).toContainText('Please enter some instructions first.')

  // By keyboard: the card opens, collapses, and disappears with the next keystroke.
  await prompt.fill('Save PDF invoices to Dropbox under Finance/{year}, then create a contact in TeamLeader')
  await page.keyboard.press('Tab')
  await expect(press('Analyze')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Analysis complete')).toBeVisible()
  const head = card.getByRole('button', { name: /^Analysis/ })
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  await expect(head).toHaveText(/Confidence: \d{1,3}%$/)
  await expect(card.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    /^Store attachments .* in Dropbox, in Finance/,
    'Create the sender as a contact in TeamLeader.',
  ])
  await expect(card.getByText(/^Not connected: Dropbox, TeamLeader\./)).toBeVisible()
  await expect(card.getByRole('link', { name: /^Connections/ })).toHaveAttribute('href', '/connections')
  await expect(card.getByText('Low confidence')).toHaveCount(0)
  await head.press('Enter')
  await expect(head).toHaveAttribute('aria-expanded', 'false')
  await expect(card.getByText('Create the sender as a contact')).toHaveCount(0)
  await press('Analyze').press('Enter')
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  await prompt.press('End')
  await prompt.press('.')
  await expect(card).toHaveCount(0)

  await prompt.fill(pdfToDropbox)
  await press('Analyze').click()
  await expect(card).toBeVisible()
  await failCalls(page, analyses, { status: 429, code: 'rate_limited', message: 'Please wait a moment.' })
  await press('Analyze').click()
  await expect(toastIn(page, 'Analysis failed')).toContainText('Please wait a moment.')
  const failed = form.getByRole('alert').filter({ hasText: 'Analysis Failed' })
  await expect(failed).toContainText('Please wait a moment.')
  await expect(failed).toBeInViewport()
  // In place of the former plan, not below its space.
  const [tools, notice] = [await press('Analyze').boundingBox(), await failed.boundingBox()]
  expect((notice?.y ?? 0) - (tools?.y ?? 0)).toBeLessThan(80)
  await prompt.press('x')
  await expect(failed).toHaveCount(0)
  await dismissToast(page, 'Analysis failed')

  await prompt.fill(pdfToDropbox)
  await failCalls(page, /ai-prompt-enhancer$/, { message: 'It is too much at once.', status: 429 })
  await press('Enhance').click()
  await expect(toastIn(page, 'Enhancement failed')).toContainText('It is too much at once.')
  await expect(prompt).toHaveValue(pdfToDropbox)
  await press('Analyze').click()
  await expect(card).toBeVisible()
  await press('Enhance').click()
  await expect(toastIn(page, 'Prompt enhanced')).toBeVisible()
  await expect(prompt).toHaveValue(/Save PDF invoices to Dropbox\..*\n/)
  await expect(card).toHaveCount(0)

  // Without a session: the page refreshes it first and succeeds, then it signs out.
  await page.route(analyses, (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'Please sign in.' } } }),
  )
  await press('Analyze').click()
  await expect(toastIn(page, 'Analysis failed')).toContainText('User not authenticated')
})

test('saves a prompt only with a plan that is clear or was seen; the plan fits a phone', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action', 'store_attachment_google_drive'])
  await connectService(app, acting.who, 'dropbox')
  const { page } = await open(acting)
  let { form, press, prompt, card } = await configure(page, 'AI agent')
  const unclear = 'Colourless green ideas sleep furiously'
  await prompt.fill(unclear)
  await failCalls(page, analyses, { status: 429, message: 'Please wait a moment.' })
  await press('Save configuration').click()
  await expect(form.getByText('Not saved: the analysis failed. Please try again.')).toBeVisible()
  expect(await saved(acting)).toEqual([{}, expect.anything()])
  await press('Analyze').click()
  await expect(toastIn(page, 'Analysis complete')).toBeVisible()
  await expect(form.getByText(/^Not saved/)).toHaveCount(0)
  await expect(card.getByText('Low confidence - prompt may be unclear or too complex')).toBeVisible()
  await press('Save configuration').click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Configure AI agent' }).click()
  await expect(form.getByText('Nothing: the saved prompt gives no plan.')).toBeVisible()

  await prompt.fill('Save PDF invoices to Dropbox, and delete the mail')
  await press('Save configuration').press('Enter')
  await expect(form.getByText(savePlan)).toBeVisible()
  await expect(page.locator('output[aria-live=polite]')).toContainText(savePlan)
  await expect(press('Save configuration')).toBeFocused()
  await expect(card.getByRole('heading', { name: /^Analysis/ })).toBeInViewport()
  await expect(card.getByText(/^Not connected/)).toHaveCount(0)
  await card.getByText('Technical details').click()
  await expect(card.getByText('Dropbox: Connected')).toBeVisible()
  await expect(card.getByText('Nothing is ever deleted or removed: this part was left out.')).toBeVisible()
  expect(await saved(acting)).toMatchObject([{ prompt: unclear }, {}])
  await press('Save configuration').press('Enter')
  await expect(form).toHaveCount(0)

  // Prompt and instructions are one plan for the dialog's service.
  ;({ form, press, prompt, card } = await configure(page, 'Store attachments in Google Drive'))
  await prompt.fill('Only PDF')
  await press('Analyze').click()
  await expect(card.getByRole('list', { name: 'Steps' })).toContainText(
    '.pdf in the folder of this action in Google Drive.',
  )
  await expect(form.getByText(/not connected/i)).toHaveCount(1)
  await form.getByLabel('Instructions').fill('A folder for each sender')
  await expect(card).toHaveCount(0)
  await press('Save configuration').click()
  await expect(form).toHaveCount(0)
  expect(await saved(acting)).toMatchObject([
    { prompt: 'Save PDF invoices to Dropbox, and delete the mail' },
    { prompt: 'Only PDF', instructions: 'A folder for each sender' },
  ])

  // On a phone a long plan scrolls above visible buttons.
  await page.setViewportSize({ width: 390, height: 700 })
  ;({ form, press, prompt, card } = await configure(page, 'AI agent'))
  const more = 'and create a contact in TeamLeader and find invoice number and total'
  await prompt.fill(
    `Save PDF invoices to Dropbox under Finance/${'Very-long-name'.repeat(8)}/{year}, ${more}, and delete the mail`,
  )
  await press('Save configuration').click()
  await expect(card).toBeVisible()
  await expect(press('Save configuration')).toBeInViewport()
  await expect(form.getByText(savePlan)).toBeInViewport()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
})

test('a test run shows what an action would do with the newest or the chosen email, and does nothing', async () => {
  const acting = await actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
  for (const type of ['draft_reply', 'store_attachment_dropbox'] as const)
    await acting.change(type, { is_active: false })
  const { page } = await open(acting)
  const { form, press } = await configure(page, 'Draft reply')
  await press('Test').click()
  await expect(form.getByRole('alert')).toHaveText(/^No email has been sorted into this folder yet/)
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })

  await acting.sorted({ subject: '<b>Your bill</b>', from: 'bills@power.example', text: 'Please pay 40 euro.' })
  await form.getByLabel('Instructions', { exact: true }).fill('Offer a call')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await press('Test').press('Enter')
  const result = form.getByRole('status')
  await expect(result).toContainText('With <b>Your bill</b> from bills@power.example')
  await expect(result).toContainText('Reply to “<b>Your bill</b>”')
  await expect(result).toContainText('Hello,')
  await expect(result).toContainText('Written from a template, without a language model.')
  await expect(result).toBeInViewport()
  await form.getByLabel('Tone').selectOption('Casual')
  await expect(result).toHaveCount(0)
  await press('Cancel').click()

  for (let at = 1; at <= 11; at += 1) {
    await app.advance('1 min')
    await acting.sorted({ subject: `Bill ${at}`, from: 'bills@power.example', text: 'Please pay 40 euro.' })
  }
  await configure(page, 'Draft reply')
  const mails = form.getByLabel('Test with')
  await expect(mails.getByRole('option')).toHaveText([
    'The newest email',
    ...Array.from({ length: 10 }, (_, at) => new RegExp(`^Bill ${11 - at}, from bills@power.example, `)),
  ])
  await press('Test').click()
  await expect(result).toContainText('With Bill 11 from bills@power.example')
  await mails.selectOption({ index: 10 })
  await expect(result).toHaveCount(0)
  await press('Test').click()
  await expect(result).toContainText('With Bill 2 from bills@power.example')
  expect(await acting.drafts()).toEqual([])
  await press('Cancel').click()

  const store = await configure(page, 'Store attachments in Dropbox')
  await store.press('Test').click()
  await expect(store.form.getByText(/not connected/)).toBeVisible()
})
