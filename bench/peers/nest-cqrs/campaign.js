import { AggregateRoot } from '@nestjs/cqrs'

export class CreativeSaved {
  constructor(campaign, body) {
    this.campaign = campaign
    this.body = body
  }
}

/** The creatives of a campaign. `revision`: how many events it has, those that are not appended yet included. */
export class Campaign extends AggregateRoot {
  creatives = new Map()
  revision = 0
  constructor(campaign) {
    super()
    this.campaign = campaign
  }
  save(body) {
    if (JSON.stringify(this.creatives.get(body.creativeName)) === JSON.stringify(body)) return
    this.apply(new CreativeSaved(this.campaign, body))
  }
  onCreativeSaved({ body }) {
    this.creatives.set(body.creativeName, body)
    this.revision++
  }
}
