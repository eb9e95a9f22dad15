/** The person whose mailbox the seeds fill. */
export const owner = { name: 'Robin Maes', address: 'robin.maes@tidewell.example' }
