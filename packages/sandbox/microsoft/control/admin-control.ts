import { X509Certificate } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { graphTime } from '../../kit/clock.ts'
import { showFault } from '../../kit/control.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { thumbprintOf } from '../entra/client-assertion.ts'
import { tenantOf } from '../entra/state.ts'
import { FAULT_NAMES, NamedFault, ruleOf } from '../faults/named-faults.ts'
import { runImmediateFault } from '../faults/immediate-faults.ts'
import { findMailbox } from '../outlook.ts'

/** `/control`: faults by name, tenants, delta links, subscriptions. */
export function adminControl(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()

  app.post('/faults', async (c) => {
    const fault = await readControl(c, NamedFault)
    const rule = ruleOf(fault)
    if (rule) return c.json(showFault(sandbox.faults.add(rule)), 201)
    const mailbox = findMailbox(sandbox.outlook, fault.match.mailbox ?? '')
    if (!mailbox)
      throw new ControlError(400, `'${fault.action}' needs match.mailbox, or is none of: ${FAULT_NAMES.join(', ')}`)
    const result = await runImmediateFault(sandbox, mailbox, fault.action, fault.options)
    if (!result) throw new ControlError(400, `no fault is called '${fault.action}'`)
    return c.json(result)
  })

  app.put('/tenants/:id', async (c) => {
    const tenant = tenantOf(sandbox.entra, c.req.param('id'))
    Object.assign(tenant, await readControl(c, z.strictObject({ userConsentForbidden: z.boolean() })))
    return c.json(tenant)
  })
  app.post('/tenants/:id/adminConsent', (c) => {
    const tenant = tenantOf(sandbox.entra, c.req.param('id'))
    tenant.adminConsented = true
    return c.json(tenant)
  })

  app.post('/entra/certificates', async (c) => {
    const { pem } = await readControl(c, z.strictObject({ pem: z.string() }))
    const certificate = parseCertificate(pem)
    const thumbprint = thumbprintOf(certificate)
    sandbox.entra.certificates.set(thumbprint, certificate)
    return c.json({ thumbprint }, 201)
  })

  app.post('/delta/expire', (c) => {
    const expired = sandbox.deltas.size
    sandbox.deltas.clear()
    return c.json({ expired })
  })

  app.get('/subscriptions', (c) => {
    const all = [...sandbox.subscriptions.byId.values()]
    return c.json(
      all.map(
        ({ id, mailbox, resource, changeType, notificationUrl, lifecycleNotificationUrl, expiresAt, heldSince }) => {
          const about = {
            id,
            mailbox: mailbox.account.email,
            resource,
            changeType,
            notificationUrl,
            lifecycleNotificationUrl,
          }
          return { ...about, expirationDateTime: graphTime(expiresAt), held: heldSince !== null }
        },
      ),
    )
  })
  return app
}

function parseCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new ControlError(400, 'pem is no X.509 certificate')
  }
}
