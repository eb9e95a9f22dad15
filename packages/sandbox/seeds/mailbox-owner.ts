/** The owner of the demo's full mailbox. */
export const owner = { name: 'Robin Maes', address: 'robin.maes@tidewell.example' }
