/** The mailbox behind an address: most providers ignore what follows a plus (subaddressing, RFC 5233). */
export const withoutPlusTag = (address: string): string => address.replace(/(?<=[^+@])\+[^@]*(?=@)/, '')
