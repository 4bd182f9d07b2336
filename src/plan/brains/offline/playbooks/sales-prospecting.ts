// Finding customers and closing deals with them.
import type { Playbook } from '../playbook.ts';
import { salesPhases } from './sales-prospecting-phases.ts';

export const salesProspecting: Playbook = {
  name: 'sales-prospecting',
  label: 'finding customers and closing deals',
  strong:
    /(?<!\p{L})(?:prospect(?:s|ing)?|leads?|cold (?:call|email|outreach)|close \d+|deals?|sales pipeline|outreach|b2b sales|new (?:clients|customers)|client acquisition|akquise|kunden gewinnen|nuevos clientes|ventas|nouveaux clients|kundeemner)(?!\p{L})/iu,
  weak: /(?<!\p{L})(?:approach|pitch|proposal|negotiate|crm|sell|sales|customers|clients|contracts?|sponsors?|donors?|investors?)(?!\p{L})/iu,
  cost: { lowUsd: 200, baseUsd: 1_000, highUsd: 5_000 },
  costWhy:
    'rule of thumb for a small outreach campaign: data, telephone, mail tool, travel; the time of the people is not counted',
  slots: { buyers: 'prospects', product: 'offer' },
  numbers: [
    {
      key: 'leads',
      claim: 'Qualified leads to approach',
      unit: 'leads',
      counted: /(?:leads?|prospects?|companies|breeders|investors|sponsors)(?!p{L})/i,
      assumed: 10,
      confirm: 'State how many you want to approach.',
    },
    {
      key: 'deals',
      claim: 'Deals to close',
      unit: 'deals',
      counted: /(?:deals?|clients?|customers?|contracts?|sales|orders)(?!p{L})/i,
      derived: { from: 'leads', times: 0.3, why: 'three in ten qualified leads buy' },
      assumed: 3,
      confirm: 'State how many deals count as success.',
    },
    {
      key: 'prospects',
      claim: 'Names to collect so that enough qualify',
      unit: 'prospects',
      derived: {
        from: 'leads',
        times: 5,
        why: 'one in five names turns out to be worth approaching',
      },
      assumed: 50,
      confirm: 'Compare with the share that qualifies among the first twenty.',
    },
    {
      key: 'calls',
      claim: 'Discovery talks to hold',
      unit: 'talks',
      derived: { from: 'deals', times: 2, why: 'half of the talks lead to a signed deal' },
      assumed: 6,
      confirm: 'Compare after the first four talks.',
    },
  ],
  variants: [
    { name: 'websites', words: /\bweb ?sites?\b/iu, slots: { product: 'website' }, flags: ['web'] },
    {
      name: 'sponsorship',
      words: /(?<!\p{L})(?:sponsors?|donors?|fundrais\w+)(?!\p{L})/iu,
      slots: { product: 'sponsorship package' },
    },
  ],
  phases: [...salesPhases],
  risks: [
    {
      description: 'Too few {thing}{in_place} fit the profile to get {leads} hot leads',
      cause: 'The market is smaller than assumed',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Widen the area to neighboring regions or loosen one sign of the profile.',
      trigger: 'Fewer than a fifth of the first twenty names qualify',
    },
    {
      description: 'Leads do not answer',
      cause: 'Cold contact, wrong time of year, mails in the spam folder',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Call as well as mail, use references, keep five leads in reserve.',
      trigger: 'Under three answers after both mails and a call',
    },
    {
      description: 'Fewer than {deals} deals close in time',
      cause: 'Slow decisions, price, no clear need',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Start proposals as soon as the first talk is held; offer a small first package.',
      trigger: 'Less than half of the talks held by the middle of the plan',
    },
    {
      description: 'A contact rule is broken',
      cause: 'Do-not-call or mail consent rules{in_place} overlooked',
      likelihood: 'low',
      impact: 'high',
      mitigation: 'Check the rules first; opt-out in every mail; keep a stop list.',
      trigger: 'One complaint',
    },
    {
      description: 'Delivery of {deals} deals takes more time than there is',
      cause: 'All close at once',
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Put staggered delivery dates in the contracts.',
      trigger: 'A second contract is signed before the first is scoped',
    },
  ],
  questions: [
    'What do you charge today, and what is the lowest price you accept?',
    'Which references can be shown to {thing}?',
    'Who holds the calls: an agent, or you in person?',
  ],
};
