import { z } from 'zod'
import type { TeamLeaderConfig } from '../../service-settings.ts'
import type { Crm, CrmRecord } from './crm.ts'
import { ServiceError } from './service-error.ts'
import { callTeamLeader, type TeamLeaderAccess } from './teamleader-request.ts'

/** TeamLeader: pages of a contact's newest deals that are searched for ours, and deals per page. */
const teamLeaderDealMaxPages = 5
const teamLeaderDealPageSize = 100

/** TeamLeader's own limit. */
const titleMaxLength = 255

const Entry = z.object({
  id: z.string().min(1),
  web_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
})
const Deal = Entry.extend({ summary: z.string().nullish() })
const dataOf = <S extends z.ZodType>(shape: S) => z.object({ data: shape })
const Created = dataOf(z.object({ id: z.string().min(1) }))

/** TeamLeader Focus: contacts and deals (an "opportunity" is a deal there). */
export function createTeamLeader(config: TeamLeaderConfig): Crm {
  return {
    async findContact(token, address) {
      const body = {
        filter: { email: { type: 'primary', email: address } },
        // The oldest of several contacts with the address.
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
      const { data } = await callTeamLeader({ config, token }, { call: 'contacts.add', body }, Created)
      return readCreatedRecord({ config, token }, 'contacts.info', data.id)
    },

    async findDeal(token, { contactId, mark }) {
      for (let number = 1; number <= teamLeaderDealMaxPages; number += 1) {
        const body = {
          filter: { customer: { type: 'contact', id: contactId } },
          sort: [{ field: 'created_at', order: 'desc' }],
          page: { size: teamLeaderDealPageSize, number },
        }
        const request = { call: 'deals.list', body }
        const { data } = await callTeamLeader({ config, token }, request, dataOf(z.array(Deal)))
        const ours = data.find(({ summary }) => containsMark(summary ?? '', mark))
        if (ours) return toRecord(ours)
        if (data.length < teamLeaderDealPageSize) return null
      }
      return null
    },

    async createDeal(token, { contactId, title, summary }) {
      const lead = { customer: { type: 'contact', id: contactId } }
      const body = { lead, title: [...title].slice(0, titleMaxLength).join(''), summary }
      const { data } = await callTeamLeader({ config, token }, { call: 'deals.create', body }, Created)
      return readCreatedRecord({ config, token }, 'deals.info', data.id)
    },
  }
}

/** Whether the summary contains the mark as a whole word: one mark may be the prefix of another. */
function containsMark(summary: string, mark: string): boolean {
  const parts = summary.split(mark)
  return parts.some((part, index) => index > 0 && !/^[\w-]/.test(part))
}

/** Reads the created record for its URL. The record exists even if reading fails; it then has no URL. */
async function readCreatedRecord(at: TeamLeaderAccess, call: string, id: string): Promise<CrmRecord> {
  try {
    return toRecord((await callTeamLeader(at, { call, body: { id } }, dataOf(Entry))).data)
  } catch (error) {
    if (error instanceof ServiceError) return { id, url: null }
    throw error
  }
}

const toRecord = ({ id, web_url }: z.infer<typeof Entry>): CrmRecord => ({ id, url: web_url ?? null })
