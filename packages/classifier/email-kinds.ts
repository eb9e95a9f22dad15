import { topicsOf } from './folder-profile.ts'
import { featuresOf, REPLY_MARK, type Features } from './message-features.ts'
import { hashText } from './hash.ts'
import { isSharedProvider } from './shared-providers.ts'
import { TOPIC_NAMES } from './topics.ts'
import type { MessageToSort } from './types.ts'

/** Kinds of everyday email for which people keep a folder, with the topics (topics.txt) of each. */
export const KIND_TOPICS = [
  [
    'newsletters',
    `newsletternews technews podcasts newspaper local_news science_news finance_news sports_news
    food_newsletter politics press recipes research`,
  ],
  ['offers', `promotion loyalty fashion_newsletter travel_deals gift_cards`],
  [
    'orders',
    `shopping order_confirmation returns_refunds clothes_shop shoes_shop electronics_shop marketplace_buying
    marketplace_selling classifieds_secondhand auctions grocery_delivery meal_kit toys_baby jewellery_watches
    garden_center diy_store furniture_order product_review_request fooddelivery appliance_warranty wine_shop`,
  ],
  ['deliveries', `parcel shipping_notice delivery_problem pickup_locker customs_duty`],
  [
    'bills',
    `invoice energy phone electricity_gas_bill water_bill broadband mobile_contract payment_reminder_dunning
    debt_collection`,
  ],
  ['subscriptions', `subscription streaming_subscription music_streaming license_renewal software_trial`],
  [
    'banking',
    `banking loan investing crypto savings_account credit_card_statement card_payment_alert money_transfer
    online_payment_service bank_account_opening stock_broker fund_report budget_app mortgage`,
  ],
  [
    'insurance',
    `insurance healthinsurance home_insurance car_insurance life_insurance legal_insurance travel_insurance`,
  ],
  ['taxes', `tax tax_return tax_office accountant vat_bookkeeping`],
  [
    'travel',
    `flight train hotel packageholiday car_rental train_delay flight_change boarding_checkin airline_miles
    holiday_flat camping cruise_ferry tours_activities skiing travel_booking_work`,
  ],
  ['tickets', `concert cinema_theatre_tickets museum_exhibition festival_tickets sports_tickets`],
  ['school', `school daycare school_trip parents_council`],
  ['university', `university university_admin thesis student_housing scholarship alumni`],
  [
    'clubs',
    `sportsclub choir volunteerclub football_club tennis_club swimming_lessons martial_arts dance_class scouts
    horse_riding climbing cycling_club sailing_rowing chess_club theatre_group orchestra_band fire_brigade_rescue
    allotment_garden_club`,
  ],
  [
    'health',
    `doctor dentist pharmacy doctor_appointment lab_results hospital_stay physiotherapy optician vaccination
    mental_health therapy_care pregnancy_birth allergy_medication`,
  ],
  [
    'home',
    `landlord tenancy_contract rent_payment tradespeople_repairs heating_service cleaning_help house_purchase
    building_project flat_owners_association realestate homeworks`,
  ],
  ['car', `car car_purchase garage_service vehicle_inspection ev_charging`],
  [
    'work',
    `hr payslip expenses timesheets vacation_requests meeting meeting_minutes project_status onboarding
    board_meeting`,
  ],
  ['customers', `clientwork customerinquiry customer_quotes sales_leads support_tickets`],
  ['jobs', `jobapply recruiting job_alerts job_interview freelance_platform`],
  [
    'software',
    `codehost ci cloud code_review bug_reports release_notes developer_mailing_list domains_hosting cloud_costs
    app_store_developer`,
  ],
  ['alerts', `server_alerts uptime_backups`],
  ['social', `social dating social_media_management`],
  [
    'government',
    `government social_security child_benefit identity_documents elections municipal_services council_fees
    parking_fine`,
  ],
  ['charity', `charity donation_receipt petitions environment_ngo animal_charity refugees_aid blood_donation`],
  ['games', `gaming`],
  ['family', `family friends kids_birthday wedding funeral birthday_party family_holidays`],
] as const
export type EmailKind = (typeof KIND_TOPICS)[number][0]

/** Kind of each topic. */
const KIND_OF_TOPIC = new Map(
  KIND_TOPICS.flatMap(([kind, topics]) =>
    topics.split(/\s+/).map((name) => [TOPIC_NAMES.indexOf(name), kind] as const),
  ),
)

/** Share from which a kind is named, and how much it has to exceed the next one: a wrong kind is worse than none. */
const MIN_SHARE = 0.45
const MIN_LEAD = 2
/** Of a mailing list, which writes about everything: what it sends to one reader is one of these. */
const SENT_TO_SUBSCRIBERS: readonly EmailKind[] = [
  'newsletters',
  'offers',
  'orders',
  'deliveries',
  'bills',
  'subscriptions',
  'banking',
  'travel',
  'tickets',
  'school',
  'software',
  'jobs',
  'social',
  'charity',
  'games',
]
const MIN_SHARE_OF_LIST = 0.6
/** Below, the words of a list name no kind: it is a newsletter. */
const MAX_UNKNOWN_SHARE = 0.3
const MIN_OFFERS = 0.35

/**
 * The kind of an email by the topics of its words and by its shape: a list that one can unsubscribe from sends
 * newsletters and offers; an answer, or what a person writes from a private address, is none of the kinds.
 * @returns null where no kind is clearly the likeliest
 */
export function emailKindOf(mail: MessageToSort): EmailKind | null {
  const features = featuresOf(mail)
  const shares = sharesOfKinds(features)
  const [first, next] = [...shares].sort((a, b) => b[1] - a[1])
  if (!first || REPLY_MARK.test(mail.subject)) return null
  const [best, share] = first
  const isClear = share >= MIN_SHARE && share >= MIN_LEAD * (next?.[1] ?? 0)
  if (features.shapes.has('list')) return kindOfList(mail, { best, share, isClear, offers: shares.get('offers') ?? 0 })
  const isPrivate = isSharedProvider(mail.from.slice(mail.from.lastIndexOf('@') + 1).toLowerCase())
  return isClear && !isPrivate && best !== 'newsletters' && best !== 'offers' ? best : null
}

interface OfList {
  best: EmailKind
  share: number
  isClear: boolean
  offers: number
}

function kindOfList(mail: MessageToSort, { best, share, isClear, offers }: OfList): EmailKind | null {
  if (best === 'newsletters' && isClear) return best
  if (isClear && share >= MIN_SHARE_OF_LIST && SENT_TO_SUBSCRIBERS.includes(best)) return best
  if (mail.headers['list-unsubscribe'] === undefined || mail.headers['list-post'] !== undefined) return null
  if (offers >= MIN_OFFERS) return 'offers'
  return share < MAX_UNKNOWN_SHARE ? 'newsletters' : null
}

/** Key of the kind that the words of a message name clearly, whatever its shape; null where they name none. */
export function kindKey(features: Features): number | null {
  const [first, next] = [...sharesOfKinds(features)].sort((a, b) => b[1] - a[1])
  const isClear = first !== undefined && first[1] >= MIN_SHARE && first[1] >= MIN_LEAD * (next?.[1] ?? 0)
  return isClear ? hashText(first[0], KIND_SALT) : null
}
const KIND_SALT = 0x63

/** From all words, and from subject and sender alone: the text says what an email is about, and much else. */
function sharesOfKinds(features: Features): Map<EmailKind, number> {
  const { whole, opening } = topicsOf(features)
  const shares = new Map<EmailKind, number>()
  for (const [topic, kind] of KIND_OF_TOPIC)
    shares.set(kind, (shares.get(kind) ?? 0) + ((whole[topic] ?? 0) + (opening[topic] ?? 0)) / 2)
  return shares
}
