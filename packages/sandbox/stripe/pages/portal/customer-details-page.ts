import { html } from 'hono/html'
import { changeCustomerAndEmit } from '../../billing/emit-changes.ts'
import { portalPath } from '../../portal/portal-session.ts'
import { type Html, problemAlert } from '../../../kit/page-frame.ts'
import { stepPage } from './portal-page-layout.ts'
import { type Answer, contextOf, finishFlow, notPossiblePage, type PortalRequest } from './portal-request.ts'

function allowedUpdates({ configuration }: PortalRequest): ReadonlySet<string> {
  const { enabled, allowed_updates } = configuration.features.customer_update
  return new Set(enabled ? allowed_updates : [])
}

function customerPage(request: PortalRequest, problem?: string): Html {
  const { customer } = request
  const names = allowedUpdates(request)
  return stepPage(
    request,
    'Update your billing information',
    html`${problemAlert(problem)}<form method="post" action="${portalPath(request.session)}/customer">
${
  names.has('name')
    ? html`<div><label for="name">Name</label><input id="name" name="name" autocomplete="name" maxlength="256" value="${
        customer.name ?? ''
      }"></div>`
    : ''
}
${
  names.has('email')
    ? html`<div><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${customer.email ?? ''}"></div>`
    : ''
}
<div class="acts"><button class="button main" name="action" value="save">Save</button></div></form>`,
  )
}

export function showCustomerDetails(request: PortalRequest): Answer {
  const { size } = allowedUpdates(request)
  return size > 0
    ? request.c.html(customerPage(request))
    : notPossiblePage(request, 'Billing information cannot be changed here.')
}

export function saveCustomerDetails(request: PortalRequest, form: URLSearchParams): Answer {
  const names = allowedUpdates(request)
  if (names.size === 0) return showCustomerDetails(request)
  const { customer } = request
  const email = form.get('email')?.trim() ?? ''
  const name = form.get('name')?.trim() ?? ''
  if (names.has('email') && !/^[^\s@]+@[^\s@]+$/.test(email))
    return request.c.html(customerPage(request, 'Your email address is incomplete.'), 400)
  changeCustomerAndEmit(contextOf(request), customer, () => {
    if (names.has('email')) customer.email = email
    if (names.has('name')) customer.name = name === '' ? null : name
  })
  return finishFlow(request, 'customer')
}
