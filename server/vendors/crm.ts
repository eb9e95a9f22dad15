/** Something in a service that keeps contacts and deals. */
export interface CrmRecord {
  id: string
  /** The service's own page of it, https; null where it has none. */
  url: string | null
}

/** One way to contacts and deals. Every call takes a ready access token; none retries or decides. All throw ServiceError. */
export interface Crm {
  /** By the primary e-mail address, whatever its case. */
  findContact(token: string, address: string): Promise<CrmRecord | null>
  createContact(
    token: string,
    contact: { address: string; firstName: string | null; lastName: string },
  ): Promise<CrmRecord>
  /** The newest deal of this contact whose summary holds the mark. */
  findDeal(token: string, at: { contactId: string; mark: string }): Promise<CrmRecord | null>
  createDeal(token: string, deal: { contactId: string; title: string; summary: string }): Promise<CrmRecord>
}
