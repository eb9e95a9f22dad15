/** Path of the page behind the confirmation link. */
export const confirmationLinkPath = '/api/forward-address'
