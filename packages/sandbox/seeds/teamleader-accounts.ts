import { addContact } from '../teamleader/contacts.ts'
import { ContactBody, DealBody } from '../teamleader/model.ts'
import { createDeal } from '../teamleader/deals.ts'
import { createUser, type TeamleaderSandbox } from '../teamleader/state.ts'
import { owner } from './mailbox-owner.ts'

/** The owner's customers. The first has a deal. */
const contacts = [
  { first_name: 'Tomáš', last_name: 'Heron', email: 'tomas.heron@heron-cycles.example' },
  { first_name: 'Noor', last_name: 'de Vries', email: 'noor.devries@gmail.example' },
]

export function seedTeamleaderAccounts(sandbox: TeamleaderSandbox): void {
  const [firstName, lastName] = owner.name.split(' ')
  const user = createUser(sandbox.teamleader, { email: owner.address, firstName, lastName })
  const made = contacts.map(({ email, ...names }) =>
    addContact(sandbox, user, ContactBody.parse({ ...names, emails: [{ type: 'primary', email }] })),
  )
  const [first] = made
  if (!first) return
  const lead = { customer: { type: 'contact', id: first.id } }
  const estimated_value = { amount: 1240, currency: 'EUR' }
  createDeal(sandbox, user, DealBody.parse({ lead, title: 'Winter service of twelve cycles', estimated_value }))
}
