import { inFolder, type Written } from '../seed-mail.ts'

type Issue = { at: string; subject: string; parts: [heading: string, text: string][] }

/** A newsletter issue: HTML, list headers, and an unsubscribe link at the end. */
function letter(from: string, listId: string, accent: string, foot: string, issue: Issue): Written {
  const parts = issue.parts.map(
    ([heading, text]) => `<h2 style="color:${accent};font:600 18px Georgia,serif">${heading}</h2><p>${text}</p>`,
  )
  const home = listId.split('.').slice(1).join('.')
  return {
    at: issue.at,
    from,
    subject: issue.subject,
    html:
      `<html><body style="max-width:600px;margin:auto;font:16px/1.5 Georgia,serif">${parts.join('<hr>')}<p ` +
      `style="font-size:12px;color:#777">${foot} <a href="https://${home}` +
      `/unsubscribe?u=7f3a">unsubscribe</a></p></body></html>`,
    headers: {
      'List-Id': `<${listId}>`,
      'List-Unsubscribe': `<https://${home}/unsubscribe?u=7f3a>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  }
}

const gauge = (issue: Issue) =>
  letter(
    'The Gauge <hello@thegauge.example.org>',
    'letter.thegauge.example.org',
    '#1b5e7a',
    'You get The Gauge because you like water.',
    issue,
  )
const kitchen = (issue: Issue) =>
  letter(
    'Slow Kitchen <nadia@slowkitchen.example>',
    'weekly.slowkitchen.example',
    '#a14b2a',
    'Cooked every Thursday by Nadia.',
    issue,
  )
const lettuce = (issue: Issue) =>
  letter(
    'Bitter Lettuce <post@bitterlettuce.example>',
    'garden.bitterlettuce.example',
    '#3d6b35',
    'Notes from a north-facing garden.',
    issue,
  )
const crumb = (issue: Issue) =>
  letter(
    'Kernel & Crumb <editors@kernelcrumb.example>',
    'dispatch.kernelcrumb.example',
    '#333333',
    'Software, read slowly.',
    issue,
  )

export const newslettersEnglish = inFolder('Newsletters', 'letter-en', [
  gauge({
    at: '3 06:00',
    subject: 'The Gauge #212: a river that runs backwards twice a day',
    parts: [
      [
        'Tidal bores and the people who wait for them',
        'On a mud bank with forty strangers and a thermos, our author learned that a bore is never late, only ' +
          'the timetable is.',
      ],
      [
        'Reader question',
        'Why does my stream rise before the rain? It does not. Your rain gauge is slow. Here is how to find out ' +
          'by how much.',
      ],
      ['Jobs', 'A hydrologist for an island with one river; must like the river.'],
    ],
  }),
  gauge({
    at: '17 06:00',
    subject: 'The Gauge #211: measuring snow by listening to it',
    parts: [
      [
        'Gamma rays, briefly',
        'The ground hums. Snow muffles the hum. That is the whole idea, and it took thirty years to make it ' +
          'dull enough to sell.',
      ],
      ['Book of the month', 'A history of lock keepers, with recipes.'],
    ],
  }),
  gauge({
    at: '31 06:00',
    subject: 'The Gauge #210: the flood marks on the mill',
    parts: [
      [
        'Who carved 1784?',
        'Somebody with good shoes and bad spelling. We compared nine marks with the records: seven hold, one ' +
          'was moved, one is a joke.',
      ],
      ['From the archive', 'A letter of complaint about the noise of a weir, 1911.'],
    ],
  }),
  kitchen({
    at: '2 10:00',
    subject: 'Beans that forgive you',
    parts: [
      ['Soak, or do not', 'I tested both for a month. The difference is twenty minutes and a feeling of virtue.'],
      [
        'The pot',
        'One onion, whole. One carrot, whole. Olive oil, more than you dare. Salt at the end, or at the start; ' +
          'beans do not read.',
      ],
    ],
  }),
  kitchen({
    at: '9 10:00',
    subject: 'The only omelette advice I have left',
    parts: [
      ['Lower', 'The flame, I mean. Also your expectations of the first one.'],
      ['What to do with six egg whites', 'Give them to a neighbour who lifts weights.'],
    ],
  }),
  kitchen({
    at: '23 10:00',
    subject: 'Sour, salty, and the question of vinegar 🥒',
    parts: [
      [
        'A quick pickle',
        'Two parts water, one part vinegar, sugar and salt. Warm, pour, wait an hour. That was the recipe.',
      ],
      ['Letters', 'Gerard from Ghent writes that I was wrong about nutmeg. Gerard, I was not.'],
    ],
  }),
  lettuce({
    at: '6 07:30',
    subject: 'What survived: the honest list',
    parts: [
      ['Alive', 'Chicory, the rosemary nobody planted, two of nine leeks.'],
      ['Dead', 'Everything from the catalogue with the word "hardy".'],
      ['This week', 'Sow broad beans, sharpen the secateurs, forgive the slugs or do not.'],
    ],
  }),
  lettuce({
    at: '36 07:30',
    subject: 'Seed swap, mildew, and one very large marrow',
    parts: [
      ['The swap', 'Bring labelled bags. "Red flower, from aunt" is not a label.'],
      ['Mildew', 'Milk spray works on half of it, and on the other half the cat works.'],
    ],
  }),
  crumb({
    at: '4 15:00',
    subject: 'Dispatch 88: nobody reads the logs',
    parts: [
      [
        'A case for fewer lines',
        'We deleted nine tenths of our log statements. Nothing broke, and then something did, and we found it ' +
          'in a minute.',
      ],
      [
        'Links',
        'A visual history of the semicolon; how a bakery runs on a spreadsheet from 1998; a queue explained ' +
          'with sheep.',
      ],
    ],
  }),
  crumb({
    at: '18 15:00',
    subject: 'Dispatch 87: time zones, again, sorry',
    parts: [
      ['The island that skipped a Friday', 'And the payroll program that paid it anyway.'],
      ['From the readers', 'The best bug of the month was a fridge that thought it was January.'],
    ],
  }),
  crumb({
    at: '46 15:00',
    subject: 'Dispatch 85: the smallest database',
    parts: [
      [
        'A file, a lock, a promise',
        'You can store a great deal in a text file if you are willing to be the only one who writes to it.',
      ],
      ['Hiring corner', 'Nobody is hiring this week. Go outside.'],
    ],
  }),
  {
    at: '11 09:00',
    from: 'Riverside Museum <events@riverside-museum.example.org>',
    subject: 'April at the museum: boats without water',
    headers: { 'List-Unsubscribe': '<mailto:leave@riverside-museum.example.org>' },
    text: `EXHIBITION  Boats without water: forty hulls, no sea. Until the end of the month.
TALK        The last ferryman of Remerschen-le-Haut. Thursdays, 19:00.
CHILDREN    Build a raft that carries a loaf of bread. Sundays, from 6 years.
CAFÉ        is closed for a new coffee machine, with our apologies.

You receive this as a friend of the museum.`,
  },
  {
    at: '28 16:20',
    from: 'Tiny Scores <play@tinyscores.example.net>',
    subject: 'New for flute: twelve easy dances (grade 2)',
    headers: { 'List-Id': '<news.tinyscores.example.net>' },
    text:
      `Hello Robin, since you looked at flute duets last month: twelve old dances arranged for two beginners, or ` +
      `for one beginner and a patient father. Listen to the samples, print at home, copy for one household.`,
  },
  {
    at: '52 12:12',
    from: 'Long Way Round <letters@longwayround.example>',
    subject: 'Letter 41: on foot from lock to lock',
    headers: { 'List-Id': '<letters.longwayround.example>' },
    text: `Dear walkers,

between two locks there are, on average, 2.3 kilometres, one fisherman who does not greet, and a dog that does. I \
walked 31 of these last week and my conclusion is shoes.

The map, the sleeping places and the one good soup are on the site for subscribers. Next letter: the high road, if the \
snow lets go.

Berthe`,
  },
])
