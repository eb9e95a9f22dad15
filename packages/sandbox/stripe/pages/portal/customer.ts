import { html } from 'hono/html'
import { changeCustomer } from '../../billing/changes.ts'
import { portalPath } from '../../portal/session.ts'
import type { Html } from '../layout.ts'
import { alert, stepPage } from './frame.ts'
import { type Answer, contextOf, finish, notPossible, type Walk } from './walk.ts'

function allowed({ configuration }: Walk): ReadonlySet<string> {
  const { enabled, allowed_updates } = configuration.features.customer_update
  return new Set(enabled ? allowed_updates : [])
}

function customerPage(walk: Walk, problem?: string): Html {
  const { customer } = walk
  const names = allowed(walk)
  return stepPage(
    walk,
    'Update your billing information',
    html`${alert(problem)}<form method="post" action="${portalPath(walk.session)}/customer">
${names.has('name') ? html`<div><label for="name">Name</label><input id="name" name="name" autocomplete="name" maxlength="256" value="${customer.name ?? ''}"></div>` : ''}
${names.has('email') ? html`<div><label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="email" required value="${customer.email ?? ''}"></div>` : ''}
<div class="acts"><button class="button main" name="action" value="save">Save</button></div></form>`,
  )
}

export function showCustomer(walk: Walk): Answer {
  const { size } = allowed(walk)
  return size > 0 ? walk.c.html(customerPage(walk)) : notPossible(walk, 'Billing information cannot be changed here.')
}

export function saveCustomer(walk: Walk, form: URLSearchParams): Answer {
  const names = allowed(walk)
  if (names.size === 0) return showCustomer(walk)
  const { customer } = walk
  const email = form.get('email')?.trim() ?? ''
  const name = form.get('name')?.trim() ?? ''
  if (names.has('email') && !/^[^\s@]+@[^\s@]+$/.test(email))
    return walk.c.html(customerPage(walk, 'Your e-mail address is incomplete.'), 400)
  changeCustomer(contextOf(walk), customer, () => {
    if (names.has('email')) customer.email = email
    if (names.has('name')) customer.name = name === '' ? null : name
  })
  return finish(walk, 'customer')
}
