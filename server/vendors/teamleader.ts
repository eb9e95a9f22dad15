import { z } from 'zod'
import type { TeamLeaderConfig } from '../service-settings.ts'
import type { Crm, CrmRecord } from './crm.ts'
import { ServiceError } from './service-error.ts'
import { callTeamLeader, type TeamLeaderAccess } from './teamleader-call.ts'

const mostTitle = 255
/** So many of a contact's newest deals are looked through for ours, a hundred on a page. */
const mostPages = 5

const Entry = z.object({
  id: z.string().min(1),
  web_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
})
const Deal = Entry.extend({ summary: z.string().nullish() })
const dataOf = <S extends z.ZodType>(shape: S) => z.object({ data: shape })
const Made = dataOf(z.object({ id: z.string().min(1) }))

/** TeamLeader Focus: contacts and deals (an "opportunity" is a deal there). */
export function createTeamLeader(config: TeamLeaderConfig): Crm {
  return {
    async findContact(token, address) {
      const body = {
        filter: { email: { type: 'primary', email: address } },
        // Of several with the address, the oldest.
        sort: [{ field: 'added_at', order: 'asc' }],
        page: { size: 1, number: 1 },
      }
      const request = { call: 'contacts.list', body }
      const { data } = await callTeamLeader({ config, token }, request, dataOf(z.array(Entry)))
      return data[0] ? toRecord(data[0]) : null
    },

    async createContact(token, { address, firstName, lastName }) {
      const body = {
        ...(firstName !== null && { first_name: firstName }),
        last_name: lastName,
        emails: [{ type: 'primary', email: address }],
      }
      const { data } = await callTeamLeader({ config, token }, { call: 'contacts.add', body }, Made)
      return madeRecord({ config, token }, 'contacts.info', data.id)
    },

    async findDeal(token, { contactId, mark }) {
      for (let number = 1; number <= mostPages; number += 1) {
        const body = {
          filter: { customer: { type: 'contact', id: contactId } },
          sort: [{ field: 'created_at', order: 'desc' }],
          page: { size: 100, number },
        }
        const request = { call: 'deals.list', body }
        const { data } = await callTeamLeader({ config, token }, request, dataOf(z.array(Deal)))
        const ours = data.find(({ summary }) => holds(summary ?? '', mark))
        if (ours) return toRecord(ours)
        if (data.length < 100) return null
      }
      return null
    },

    async createDeal(token, { contactId, title, summary }) {
      const lead = { customer: { type: 'contact', id: contactId } }
      const body = { lead, title: [...title].slice(0, mostTitle).join(''), summary }
      const { data } = await callTeamLeader({ config, token }, { call: 'deals.create', body }, Made)
      return madeRecord({ config, token }, 'deals.info', data.id)
    },
  }
}

/** As a word of its own: of two marks one may begin like the other. */
function holds(summary: string, mark: string): boolean {
  const parts = summary.split(mark)
  return parts.some((part, at) => at > 0 && !/^[\w-]/.test(part))
}

/** What was made is made: where its page cannot be asked for, it has none. */
async function madeRecord(at: TeamLeaderAccess, call: string, id: string): Promise<CrmRecord> {
  try {
    return toRecord((await callTeamLeader(at, { call, body: { id } }, dataOf(Entry))).data)
  } catch (error) {
    if (error instanceof ServiceError) return { id, url: null }
    throw error
  }
}

const toRecord = ({ id, web_url }: z.infer<typeof Entry>): CrmRecord => ({ id, url: web_url ?? null })
