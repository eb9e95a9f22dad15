/** The page behind the link of the e-mail. */
export const linkPath = '/api/forward-address'
