// Run by mongosh: creates the replica set of MONGO_MEMBERS if it does not exist, and waits for its primary.
const { MONGO_MEMBERS, MONGO_INITDB_ROOT_USERNAME, MONGO_INITDB_ROOT_PASSWORD } = process.env
const members = MONGO_MEMBERS.split(',')
const url = `mongodb://${MONGO_INITDB_ROOT_USERNAME}:${MONGO_INITDB_ROOT_PASSWORD}@${members[0]}/admin?directConnection=true`
const notYetInitialized = 94

const isSet = admin => {
  try {
    return admin.runCommand({ replSetGetStatus: 1 }).ok === 1
  } catch (error) {
    if (error.code === notYetInitialized) return false
    throw error
  }
}

const admin = new Mongo(url).getDB('admin')
if (!isSet(admin)) {
  const config = { _id: 'endcap', members: members.map((member, _id) => ({ _id, host: `${member}:27017` })) }
  admin.adminCommand({ replSetInitiate: config })
  print(`created the replica set of ${members.join(', ')}`)
}
const hasPrimary = () =>
  admin.adminCommand({ replSetGetStatus: 1 }).members.some(({ stateStr }) => stateStr === 'PRIMARY')
while (!hasPrimary()) sleep(500)
