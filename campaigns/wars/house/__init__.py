"""What a campaign plays with besides the rulebook: packs at versions, tried on before they are adopted."""
