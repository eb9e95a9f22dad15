/** A contact or deal in a CRM service. */
export interface CrmRecord {
  id: string
  /** https URL in the service; null if there is none. */
  url: string | null
}

/** Contacts and deals of a CRM service. Functions take a valid access token, do not retry, and throw ServiceError. */
export interface Crm {
  /** By primary email address, case-insensitive. */
  findContact(token: string, address: string): Promise<CrmRecord | null>
  createContact(
    token: string,
    contact: { address: string; firstName: string | null; lastName: string },
  ): Promise<CrmRecord>
  /** The contact's newest deal whose summary contains the mark. */
  findDeal(token: string, at: { contactId: string; mark: string }): Promise<CrmRecord | null>
  createDeal(token: string, deal: { contactId: string; title: string; summary: string }): Promise<CrmRecord>
}
