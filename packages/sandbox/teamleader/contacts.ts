import { graphTime } from '../kit/clock.ts'
import { ApiError } from './errors.ts'
import { pageOf } from './page-of-list.ts'
import type { Contact, ContactBody, ContactList } from './model.ts'
import { nextId, type TeamleaderSandbox, type User } from './state.ts'
import type { z } from 'zod'

/** Teamleader does not check for duplicates: two calls create two contacts. */
export function addContact({ clock }: TeamleaderSandbox, user: User, fields: ContactBody): Contact {
  const contact = { id: nextId(user, 'contact'), fields, addedAt: clock.now() }
  user.contacts.set(contact.id, contact)
  return contact
}

/** Newest first by default. */
export function listContacts(user: User, { filter, sort, page }: z.infer<typeof ContactList>) {
  const term = filter.term?.toLowerCase()
  const found = [...user.contacts.values()].filter(({ id, fields }) => {
    const emails = fields.emails.filter(({ type }) => type === 'primary').map(({ email }) => email.toLowerCase())
    if (filter.email && !emails.includes(filter.email.email.toLowerCase())) return false
    if (filter.ids && !filter.ids.includes(id)) return false
    return !term || `${fields.first_name ?? ''} ${fields.last_name} ${emails.join(' ')}`.toLowerCase().includes(term)
  })
  return pageOf(sort?.[0]?.order === 'asc' ? found : found.toReversed(), page).map(renderContact)
}

export function contactIn(user: User, id: string): Contact {
  const contact = user.contacts.get(id)
  if (!contact) throw new ApiError(404, 'Contact not found')
  return contact
}

export function renderContact({ id, fields, addedAt }: Contact) {
  const { first_name, salutation, website, language, gender, birthdate, iban, bic, remarks, ...rest } = fields
  const at = graphTime(addedAt).replace('Z', '+00:00')
  return {
    id,
    first_name: first_name ?? null,
    salutation: salutation ?? null,
    website: website ?? null,
    language: language ?? null,
    gender: gender ?? 'unknown',
    birthdate: birthdate ?? null,
    iban: iban ?? null,
    bic: bic ?? null,
    remarks: remarks ?? null,
    ...rest,
    status: 'active',
    added_at: at,
    updated_at: at,
    web_url: `https://focus.teamleader.eu/contact_detail.php?id=${id}`,
  }
}
