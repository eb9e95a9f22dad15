type SeedFolder = {
  displayName: string
  /** The owner's sorting instructions for this folder. */
  instructions: string
  children?: SeedFolder[]
}

/** Display names are unique in the whole tree, so that the last part of a path identifies a folder. */
export const seedFolders: SeedFolder[] = [
  {
    displayName: 'Work',
    instructions:
      'Mail from colleagues at Tidewell that belongs to no project: team matters, holidays, the office, IT ' +
      'notices, meetings, lunch.',
    children: [
      {
        displayName: 'Projects',
        instructions:
          'New proposals, tenders, conferences and planning over all projects, when it is about neither Heron ' +
          'nor Otter.',
        children: [
          {
            displayName: 'Heron',
            instructions:
              'Everything about project Heron, the river gauges on the Moselle for the Valmoselle water board: ' +
              'sites, calibration, deliveries, the people of the water board.',
          },
          {
            displayName: 'Otter',
            instructions:
              'Everything about project Otter, the sewer flow sensors for the town of Lageveen and our Spanish ' +
              'partner Aqualonia.',
          },
        ],
      },
      {
        displayName: 'Invoices',
        instructions:
          'Invoices, payment reminders, credit notes and purchase orders between Tidewell and its suppliers. ' +
          'Not what I buy for myself.',
      },
      {
        displayName: 'Alerts',
        instructions:
          'Messages written by machines: monitoring, failed builds, backups, certificates that expire, low ' +
          'batteries of gauges, disk space.',
      },
    ],
  },
  {
    displayName: 'Family',
    instructions:
      'Mail from my family: Ilse, my mother Greet, my sister Katrien, my brother Pieter in Gijón, Tante Odile, ' +
      'Luc and the cousins.',
  },
  {
    displayName: 'School',
    instructions:
      "The children's school and what belongs to it: teachers, parents' association, class parents, canteen, " +
      'music school.',
  },
  {
    displayName: 'Club',
    instructions: 'The rowing club Obersauer: training, boats, duty rota, regattas, the club house, membership.',
  },
  {
    displayName: 'Travel',
    instructions: 'Trips: flights, trains, ferries, hotels, hire cars, tickets, itineraries, changes and check-in.',
  },
  {
    displayName: 'Newsletters',
    instructions:
      'Newsletters and magazines that I subscribed to and read when there is time. Nothing in them needs an answer.',
  },
  {
    displayName: 'Orders',
    instructions:
      'Things I bought online for home: order confirmations, dispatch and delivery notes, returns. Not company ' +
      'purchases.',
  },
  {
    displayName: 'Receipts',
    instructions:
      'Receipts for subscriptions, apps, parking, taxis and restaurants that I paid for myself and need for my ' +
      'own books.',
  },
  {
    displayName: 'Banking',
    instructions:
      'My bank and my cards: statements, transfers, card notices, security messages, the mortgage and the ' +
      'pension plan.',
  },
  {
    displayName: 'Health',
    instructions: 'Doctors, dentist, physiotherapy, pharmacy, test results, vaccinations and the health insurance.',
  },
  {
    displayName: 'Home',
    instructions:
      'The flat and the house: building management, electricity, water, internet, waste collection, craftsmen, ' +
      'neighbours and the commune.',
  },
]

/** Paths such as `Work/Projects/Heron`, with the instructions of each folder. */
export function folderPaths(
  folders: readonly SeedFolder[] = seedFolders,
  above = '',
): { path: string; displayName: string; instructions: string }[] {
  return folders.flatMap((folder) => {
    const path = above === '' ? folder.displayName : `${above}/${folder.displayName}`
    const { displayName, instructions } = folder
    return [{ path, displayName, instructions }, ...folderPaths(folder.children ?? [], path)]
  })
}
