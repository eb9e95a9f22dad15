import type { z } from 'zod'
import { graphTime } from '../kit/clock.ts'
import { ApiError } from './errors.ts'
import { pageOf } from './page-of-list.ts'
import type { Deal, DealBody, DealList } from './model.ts'
import { nextId, type TeamleaderSandbox, type User } from './state.ts'

/** @throws ApiError 400 for an unknown customer, phase or contact person */
export function createDeal({ clock }: TeamleaderSandbox, user: User, fields: DealBody): Deal {
  const { customer, contact_person_id: person } = fields.lead
  // The sandbox has no companies.
  if (customer.type === 'company' || !user.contacts.has(customer.id)) throw new ApiError(400, 'Customer does not exist')
  if (person !== undefined && !user.contacts.has(person)) throw new ApiError(400, 'Contact person does not exist')
  const phaseId = fields.phase_id ?? user.phases[0]?.id ?? ''
  if (!user.phases.some(({ id }) => id === phaseId)) throw new ApiError(400, 'Deal phase does not exist')
  if (fields.responsible_user_id !== undefined && fields.responsible_user_id !== user.id)
    throw new ApiError(400, 'Responsible user does not exist')
  const createdAt = clock.now()
  const reference = `${new Date(createdAt).getUTCFullYear()}/${user.deals.size + 1}`
  const deal = { id: nextId(user, 'deal'), fields, reference, phaseId, createdAt }
  user.deals.set(deal.id, deal)
  return deal
}

/** Newest first by default. */
export function listDeals(user: User, { filter, sort, page }: z.infer<typeof DealList>) {
  const term = filter.term?.toLowerCase()
  const found = [...user.deals.values()].filter(({ id, fields, reference, phaseId }) => {
    if (filter.ids && !filter.ids.includes(id)) return false
    if (filter.customer && filter.customer.id !== fields.lead.customer.id) return false
    if (filter.phase_id && filter.phase_id !== phaseId) return false
    if (filter.status && !filter.status.includes('open')) return false
    return !term || `${fields.title} ${reference}`.toLowerCase().includes(term)
  })
  const ordered = sort?.[0]?.order === 'asc' ? found : found.toReversed()
  return pageOf(ordered, page).map((deal) => renderDeal(user, deal))
}

export function dealIn(user: User, id: string): Deal {
  const deal = user.deals.get(id)
  if (!deal) throw new ApiError(404, 'Deal not found')
  return deal
}

export function renderDeal(user: User, { id, fields, reference, phaseId, createdAt }: Deal) {
  const at = graphTime(createdAt).replace('Z', '+00:00')
  const { customer, contact_person_id: person } = fields.lead
  return {
    id,
    title: fields.title,
    summary: fields.summary ?? null,
    reference,
    status: 'open',
    lead: { customer, contact_person: person === undefined ? null : { type: 'contact', id: person } },
    department: null,
    estimated_value: fields.estimated_value ?? null,
    estimated_closing_date: fields.estimated_closing_date ?? null,
    estimated_probability: fields.estimated_probability ?? null,
    current_phase: { type: 'dealPhase', id: phaseId },
    responsible_user: { type: 'user', id: user.id },
    closed_at: null,
    source: fields.source_id === undefined ? null : { type: 'dealSource', id: fields.source_id },
    created_at: at,
    updated_at: at,
    custom_fields: fields.custom_fields,
    web_url: `https://focus.teamleader.eu/sale_detail.php?id=${id}`,
  }
}
