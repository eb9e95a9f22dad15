import { Hono } from 'hono'
import { z } from 'zod'
import { parseDuration } from './clock.ts'
import { Config } from './config.ts'
import { ControlError } from './control-error.ts'
import { resetWorld, setConfig } from './create-world.ts'
import { type Fault, FaultRule } from './faults.ts'
import { logEntry, presentEntry } from './journal.ts'
import { readStrictly } from './strict.ts'
import { readControl } from './read-control.ts'
import type { World } from './world.ts'

const ClockBody = z.union([z.strictObject({ advance: z.string() }), z.strictObject({ now: z.string() })])

/** The control door, the part that all services share. */
export function controlRoutes(world: World): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    const status = error instanceof ControlError ? error.status : 500
    return c.json({ error: { message: error.message } }, status)
  })

  app.post('/reset', async (c) => {
    await resetWorld(world)
    return c.json({})
  })
  app.get('/info', (c) =>
    c.json({ url: world.url, smtpUrl: world.outbox.smtpUrl, now: world.clock.iso(), demo: world.demo }),
  )

  app.post('/clock', async (c) => {
    const body = await readControl(c, ClockBody)
    const ms = 'advance' in body ? parseDuration(body.advance) : Date.parse(body.now) - world.clock.now()
    if (ms === null || Number.isNaN(ms) || ms < 0)
      throw new ControlError(400, 'an ISO duration or a time in the future is needed')
    await world.clock.advance(ms)
    return c.json({ now: world.clock.iso() })
  })

  app.get('/config', (c) => c.json(world.config))
  app.put('/config', async (c) => {
    const change = await readControl(c, z.record(z.string(), z.unknown()))
    const read = readStrictly(Config, { ...world.config, ...change }, 'config')
    if (!read.ok) throw new ControlError(400, read.problem)
    setConfig(world, read.value)
    return c.json(world.config)
  })

  app.get('/faults', (c) => c.json(world.faults.list().map(showFault)))
  app.put('/faults', async (c) => c.json(world.faults.replace(await readControl(c, z.array(FaultRule))).map(showFault)))

  app.delete('/faults', (c) => {
    world.faults.replace([])
    return c.json({})
  })
  app.delete('/faults/:id', (c) => {
    if (!world.faults.remove(c.req.param('id'))) throw new ControlError(404, `no fault ${c.req.param('id')}`)
    return c.json({})
  })

  app.get('/requests', (c) => c.json(world.journal.entries(c.req.query('service')).map(presentEntry)))
  app.get('/log', (c) => {
    const mailbox = c.req.query('mailbox')?.toLowerCase()
    const entries = world.journal.entries().filter((entry) => !mailbox || entry.mailbox?.toLowerCase() === mailbox)
    return c.json(entries.map(logEntry))
  })
  app.delete('/requests', (c) => {
    world.journal.clear(c.req.query('service'))
    return c.json({})
  })
  app.get('/outbox', (c) => c.json(world.outbox.mails))
  app.delete('/outbox', (c) => {
    world.outbox.mails.length = 0
    return c.json({})
  })
  return app
}

export function showFault({ id, service, method, path, mailbox, when, status, times, left, used }: Fault) {
  return { id, service, method, path, mailbox, when, status, times, left: left === Infinity ? null : left, used }
}
