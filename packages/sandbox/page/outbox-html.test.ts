import { expect, test } from 'vitest'
import { createSandboxState } from '../sandbox-state.ts'
import { pageRoutes } from './routes.ts'

function start(html: string) {
  const sandbox = createSandboxState({ demo: false })
  const about = { to: 'kim@elsewhere.example', from: 'no-reply@mailroom.example', subject: 'Confirm' }
  sandbox.outbox.mails.push({ ...about, text: 'Confirm', html, via: 'smtp', at: sandbox.clock.stamp() })
  const app = pageRoutes(sandbox)
  return (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: 'localhost:3001', ...headers } })
}

test('the HTML of a sent email is shown in a frame whose links open in a new tab', async () => {
  const get = start('<p><a href="http://localhost:3000/auth/v1/verify?a=1&amp;b=2">Confirm</a></p>')
  const page = await get('/outbox/0')
  const frame = /<iframe[^>]*>/.exec(await page.text())?.[0] ?? ''
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const mail = await get(/src="([^"]+)"/.exec(frame)?.[1] ?? '')
  const text = await mail.text()
  expect(text).toContain('<a href="http://localhost:3000/auth/v1/verify?a=1&amp;b=2">')
  expect(text.indexOf('<base target="_blank">')).toBeLessThan(text.indexOf('<p>'))
})

test('the HTML on its own runs, loads and sends nothing', async () => {
  const get = start('<base target="_self"><script>alert(1)</script><img src="http://x/"><form action="http://x/">')
  const mail = await get('/outbox-html/0')
  const policy = mail.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
    expect(policy).toContain(part)
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox(;|$)/)
  expect(policy).not.toContain('script')
  expect(mail.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await mail.text()).indexOf('_blank')).toBeLessThan(60)
})

test('a text-only mail has no frame, and a foreign host name is refused', async () => {
  const get = start('')
  expect(await (await get('/outbox/0')).text()).not.toContain('<iframe')
  expect((await get('/outbox-html/0')).status).toBe(404)
  expect((await get('/outbox-html/0', { Host: 'evil.example' })).status).toBe(403)
})
