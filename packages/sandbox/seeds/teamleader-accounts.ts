import type { World } from '../kit/world.ts'
import { addContact } from '../teamleader/contacts.ts'
import { ContactBody, DealBody } from '../teamleader/model.ts'
import { createDeal } from '../teamleader/deals.ts'
import { createUser } from '../teamleader/state.ts'
import { owner } from './owner.ts'

/** Robin's customers. The first has a deal already. */
const contacts = [
  { first_name: 'Tomáš', last_name: 'Heron', email: 'tomas.heron@heron-cycles.example' },
  { first_name: 'Noor', last_name: 'de Vries', email: 'noor.devries@gmail.example' },
]

export function seedTeamleaderAccounts(world: World): void {
  const [firstName, lastName] = owner.name.split(' ')
  const user = createUser(world.teamleader, { email: owner.address, firstName, lastName })
  const made = contacts.map(({ email, ...names }) =>
    addContact(world, user, ContactBody.parse({ ...names, emails: [{ type: 'primary', email }] })),
  )
  const [first] = made
  if (!first) return
  const lead = { customer: { type: 'contact', id: first.id } }
  const estimated_value = { amount: 1240, currency: 'EUR' }
  createDeal(world, user, DealBody.parse({ lead, title: 'Winter service of twelve cycles', estimated_value }))
}
