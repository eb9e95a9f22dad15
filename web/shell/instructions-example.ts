/** Placeholder of fields for instructions. */
export const instructionsExample = 'For example: invoices and receipts from suppliers, but not newsletters'
