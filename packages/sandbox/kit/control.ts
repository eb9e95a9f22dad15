import { Hono } from 'hono'
import { z } from 'zod'
import { parseDuration } from './clock.ts'
import { Config } from './config.ts'
import { ControlError } from './control-error.ts'
import { type Fault, FaultRule } from './faults.ts'
import { logEntry, presentEntry } from './journal.ts'
import type { Kit } from './kit.ts'
import { readControl } from './read-control.ts'
import { readStrictly } from './read-strictly.ts'

/** The part of the control API that all services share. `docs/sandbox.md` lists its calls. */
export function controlRoutes(kit: Kit, reset: () => Promise<void>): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    const status = error instanceof ControlError ? error.status : 500
    return c.json({ error: { message: error.message } }, status)
  })
  app.post('/reset', async (c) => {
    await reset()
    return c.json({})
  })
  app.get('/info', (c) => {
    const { url, outbox, clock, demo, stateDir } = kit
    return c.json({ url, smtpUrl: outbox.smtpUrl, now: clock.iso(), demo, stateDir })
  })
  addClockAndConfig(app, kit)
  addFaults(app, kit)
  addRecords(app, kit)
  return app
}

const ClockBody = z.union([z.strictObject({ advance: z.string() }), z.strictObject({ now: z.string() })])

function addClockAndConfig(app: Hono, { clock, config }: Kit): void {
  app.post('/clock', async (c) => {
    const body = await readControl(c, ClockBody)
    const ms = 'advance' in body ? parseDuration(body.advance) : Date.parse(body.now) - clock.now()
    if (ms === null || Number.isNaN(ms) || ms < 0)
      throw new ControlError(400, 'an ISO duration or a time in the future is needed')
    await clock.advance(ms)
    return c.json({ now: clock.iso() })
  })
  app.get('/config', (c) => c.json(config))
  app.put('/config', async (c) => {
    const change = await readControl(c, z.record(z.string(), z.unknown()))
    const read = readStrictly(Config, { ...config, ...change }, 'config')
    if (!read.ok) throw new ControlError(400, read.problem)
    Object.assign(config, read.value)
    return c.json(config)
  })
}

function addFaults(app: Hono, { faults }: Kit): void {
  app.get('/faults', (c) => c.json(faults.list().map(showFault)))
  app.put('/faults', async (c) => c.json(faults.replace(await readControl(c, z.array(FaultRule))).map(showFault)))
  app.delete('/faults', (c) => {
    faults.replace([])
    return c.json({})
  })
  app.delete('/faults/:id', (c) => {
    if (!faults.remove(c.req.param('id'))) throw new ControlError(404, `no fault ${c.req.param('id')}`)
    return c.json({})
  })
}

/** The journal and the outbox. */
function addRecords(app: Hono, { journal, outbox }: Kit): void {
  app.get('/requests', (c) => c.json(journal.entries(c.req.query('service')).map(presentEntry)))
  app.get('/log', (c) => {
    const mailbox = c.req.query('mailbox')?.toLowerCase()
    const entries = journal.entries().filter((entry) => !mailbox || entry.mailbox?.toLowerCase() === mailbox)
    return c.json(entries.map(logEntry))
  })
  app.delete('/requests', (c) => {
    journal.clear(c.req.query('service'))
    return c.json({})
  })
  app.get('/outbox', (c) => c.json(outbox.mails))
  app.delete('/outbox', (c) => {
    outbox.mails.length = 0
    return c.json({})
  })
}

export function showFault({ id, service, method, path, mailbox, when, status, times, left, used }: Fault) {
  return { id, service, method, path, mailbox, when, status, times, left: left === Infinity ? null : left, used }
}
