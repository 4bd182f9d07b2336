// All playbooks but the general one, which is used when none of these clearly fits.
import type { Playbook } from '../playbook.ts';
import { constructionOrRenovation } from './construction-or-renovation.ts';
import { contentOrPublication } from './content-or-publication.ts';
import { event } from './event.ts';
import { general } from './general.ts';
import { openAPhysicalBusiness } from './open-a-physical-business.ts';
import { personalErrand } from './personal-errand.ts';
import { relocationOrTravel } from './relocation-or-travel.ts';
import { researchOrStudy } from './research-or-study.ts';
import { salesProspecting } from './sales-prospecting.ts';
import { softwareProduct } from './software-product.ts';

export const playbooks: readonly Playbook[] = [
  openAPhysicalBusiness,
  softwareProduct,
  event,
  researchOrStudy,
  salesProspecting,
  constructionOrRenovation,
  contentOrPublication,
  relocationOrTravel,
  personalErrand,
];

export { general };

export function playbookByName(name: string): Playbook {
  return playbooks.find((playbook) => playbook.name === name) ?? general;
}
