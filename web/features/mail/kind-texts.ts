import type { EmailKind } from '../../../contract/email-kinds.ts'
import { text, tn } from '../../texts/translate.ts'

interface KindText {
  /** “61 newsletters”. */
  count: (emails: number) => string
  /** Name of a folder for them. */
  folder: string
  /** Its instructions, which sort such emails into it (`kind-texts.test.ts`). */
  sentence: string
}

/** What each kind of email is called, and the folder that is offered where none fits. */
export const kindTexts: Record<EmailKind, KindText> = {
  newsletters: {
    count: (n) => tn(n, '{count} newsletter', '{count} newsletters'),
    folder: text('Newsletters'),
    sentence: text('Newsletters and mailing lists with news and articles to read.'),
  },
  offers: {
    count: (n) => tn(n, '{count} offer', '{count} offers'),
    folder: text('Offers'),
    sentence: text('Sales, discounts, vouchers and advertising from shops.'),
  },
  orders: {
    count: (n) => tn(n, '{count} order', '{count} orders'),
    folder: text('Orders'),
    sentence: text('Order confirmations, receipts for purchases, and returns of what I bought online.'),
  },
  deliveries: {
    count: (n) => tn(n, '{count} delivery', '{count} deliveries'),
    folder: text('Deliveries'),
    sentence: text('Parcels on their way: tracking, shipping and delivery notices.'),
  },
  bills: {
    count: (n) => tn(n, '{count} bill', '{count} bills'),
    folder: text('Bills'),
    sentence: text('Invoices and bills with an amount due, and payment reminders.'),
  },
  subscriptions: {
    count: (n) => tn(n, '{count} email about subscriptions', '{count} emails about subscriptions'),
    folder: text('Subscriptions'),
    sentence: text('Subscriptions and memberships of streaming services and apps: renewals, price changes, trials.'),
  },
  banking: {
    count: (n) => tn(n, '{count} email from banks', '{count} emails from banks'),
    folder: text('Banking'),
    sentence: text('My bank: account statements, transfers, credit cards and savings.'),
  },
  insurance: {
    count: (n) => tn(n, '{count} email about insurance', '{count} emails about insurance'),
    folder: text('Insurance'),
    sentence: text('Insurance policies, premiums and claims.'),
  },
  taxes: {
    count: (n) => tn(n, '{count} email about taxes', '{count} emails about taxes'),
    folder: text('Taxes'),
    sentence: text('Taxes: tax returns, tax assessments, the tax office and the tax adviser.'),
  },
  travel: {
    count: (n) => tn(n, '{count} email about trips', '{count} emails about trips'),
    folder: text('Travel'),
    sentence: text('Travel bookings: flights, trains, hotels, car rental and check-in.'),
  },
  tickets: {
    count: (n) => tn(n, '{count} email about events', '{count} emails about events'),
    folder: text('Tickets and Events'),
    sentence: text('Tickets for concerts, theatre, cinema, matches and other events.'),
  },
  school: {
    count: (n) => tn(n, '{count} email from school', '{count} emails from school'),
    folder: text('School'),
    sentence: text('School and nursery: teachers, class, parents’ evenings and homework.'),
  },
  university: {
    count: (n) => tn(n, '{count} email from university', '{count} emails from university'),
    folder: text('University'),
    sentence: text('University: courses, lectures, seminars, exams and enrolment.'),
  },
  clubs: {
    count: (n) => tn(n, '{count} email from clubs', '{count} emails from clubs'),
    folder: text('Clubs'),
    sentence: text('Clubs and associations: training, rehearsals, matches and members’ meetings.'),
  },
  health: {
    count: (n) => tn(n, '{count} email about health', '{count} emails about health'),
    folder: text('Health'),
    sentence: text('Doctor, dentist, hospital and pharmacy: appointments, test results and prescriptions.'),
  },
  home: {
    count: (n) => tn(n, '{count} email about the home', '{count} emails about the home'),
    folder: text('Home'),
    sentence: text('House and flat: landlord, rent, repairs, craftspeople, garden and neighbours.'),
  },
  car: {
    count: (n) => tn(n, '{count} email about the car', '{count} emails about the car'),
    folder: text('Car'),
    sentence: text('The car: garage, service, inspection, tyres, parking and registration.'),
  },
  work: {
    count: (n) => tn(n, '{count} email about work', '{count} emails about work'),
    folder: text('Work'),
    sentence: text('Work with colleagues: meetings, projects, minutes, reports and schedules.'),
  },
  customers: {
    count: (n) => tn(n, '{count} email from customers', '{count} emails from customers'),
    folder: text('Customers'),
    sentence: text('Customers and clients: enquiries, requests for quotes, complaints and support requests.'),
  },
  jobs: {
    count: (n) => tn(n, '{count} email about jobs', '{count} emails about jobs'),
    folder: text('Jobs'),
    sentence: text('Job search: applications, interviews, recruiters and job alerts.'),
  },
  software: {
    count: (n) => tn(n, '{count} email about software', '{count} emails about software'),
    folder: text('Software'),
    sentence: text('Software development: pull requests, issues, commits, builds and releases.'),
  },
  alerts: {
    count: (n) => tn(n, '{count} alert', '{count} alerts'),
    folder: text('Alerts'),
    sentence: text('Automatic alerts from servers, monitoring, backups and devices.'),
  },
  social: {
    count: (n) => tn(n, '{count} email from social networks', '{count} emails from social networks'),
    folder: text('Social Networks'),
    sentence: text('Social networks: new followers, comments, likes, mentions and friend requests.'),
  },
  government: {
    count: (n) => tn(n, '{count} email from authorities', '{count} emails from authorities'),
    folder: text('Authorities'),
    sentence: text('Government and town hall: passport, identity card, permits, elections and official notices.'),
  },
  charity: {
    count: (n) => tn(n, '{count} email about charities', '{count} emails about charities'),
    folder: text('Charities'),
    sentence: text('Charities: donations, fundraising appeals and volunteering.'),
  },
  games: {
    count: (n) => tn(n, '{count} email about games', '{count} emails about games'),
    folder: text('Games'),
    sentence: text('Video games and gaming: players, consoles, game updates and wish lists.'),
  },
  family: {
    count: (n) => tn(n, '{count} email from family and friends', '{count} emails from family and friends'),
    folder: text('Family and Friends'),
    sentence: text('Family and friends: birthdays, invitations, photos and visits.'),
  },
}
